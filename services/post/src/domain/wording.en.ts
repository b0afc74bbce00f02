import { REPLY_SECONDS } from "@satchel/contracts";
import type { Annotation, Wording } from "./wording.ts";

const links = (count: number): string => (count === 1 ? "1 link" : `${count} links`);
const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const DAYS = Math.round(REPLY_SECONDS / 86_400);

function annotation({ tags, folder, hasNote }: Annotation): string {
  const parts = [
    ...(tags.length === 0 ? [] : [`tagged ${tags.map((tag) => `#${tag}`).join(" ")}`]),
    ...(folder === undefined ? [] : [`moved to ${folder}`]),
    ...(hasNote ? ["given the note"] : []),
  ];
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export const english: Wording = {
  language: "en",
  saved: (count) => `${links(count)} saved`,
  known: (count) => (count === 1 ? "You had this link already" : `You had these ${count} links already`),
  hadOf: (count, since) => `${count} you had${since === undefined ? " already" : ` ${since}`}`,
  nothingSaved: "Nothing was saved",
  newLinks: "New",
  knownLinks: "You had already; on top of the list now",
  since: (at) => `since ${month.format(at)}`,
  unusable: (addresses) => `Not saved, because it is no web address: ${addresses.join(", ")}`,
  leftOut: (names) => `Not kept: ${names.join(", ")}`,
  withoutRoom: (count) => `${links(count)} not saved: your archive has as many links as it may.`,
  inFolder: (name) => `In the folder ${name}.`,
  more: (count) => `And ${links(count)} more.`,
  reply: "Reply with one of these in the first line:",
  undo: { word: "undo", does: "take it back", redoes: "bring the links back" },
  tag: { word: "#tag", does: "add tags" },
  folder: { word: "folder: Name", does: "move to a folder" },
  note: { word: "note: …", does: "add a note" },
  read: { word: (number) => `read: ${number}`, does: "get the article by mail" },
  search: { word: "? words", does: "search again" },
  changed: (count, what) => `${links(count)} ${count === 1 ? "was" : "were"} ${annotation(what)}.`,
  alreadySo: "It was so already: nothing had to be changed.",
  failed: (count) => `${links(count)} could not be changed: deleted since, or full.`,
  done: "Done",
  undone: "Undone",
  deletedAgain: (count) =>
    `${links(count)} ${count === 1 ? "is" : "are"} deleted. Until they are erased in 30 days, you find deleted links under Deleted.`,
  restored: (count) => `${links(count)} ${count === 1 ? "is as it was" : "are as they were"} before.`,
  kept: (count) =>
    `${links(count)} ${count === 1 ? "was" : "were"} changed since, and ${count === 1 ? "stays" : "stay"}.`,
  found: (words, count, hasMore) =>
    hasMore ? `The first ${count} links for “${words}”` : `${links(count)} for “${words}”`,
  notFound: (words) => `No link for “${words}”`,
  allResults: "Show all",
  openPage: "Open the page",
  openReading: "Open in Satchel",
  minutes: (minutes) => `${minutes} min`,
  cut: "The article is longer than a mail should be. Its rest is in your archive.",
  picture: (text) => `[Picture: ${text}]`,
  faultHeading: "That did not work",
  faults: {
    "not-understood":
      "I did not understand your reply, and changed nothing. Please reply once more to the mail before this one, with one of these in the first line: undo, #tag, folder: Name, note: …, read: 3, or ? words.",
    "too-late": `Your reply came too late, or its address is incomplete: answers can be replied to for ${DAYS} days. Nothing was changed. Please make the change on the page.`,
    "no-links":
      "The mail that you replied to saved no links, so there is nothing to tag, move or annotate. Nothing was changed.",
    "nothing-to-undo": "There is nothing to undo: the mail changed nothing, or its links were changed since.",
    "no-such-result": "There is no result with this number. Please search first, with ? and words in the subject.",
    "no-article": "There is no text of this page in your archive, so here is its address.",
    "invalid-search": "I did not understand this search. Please write just words, or look at the help on the page.",
    "no-folder": "This folder can't be made. Nothing was changed.",
  },
  footnote: (address, site) =>
    `You get this because answers by mail are switched on for ${address} at ${site}, under Settings, Email addresses.`,
};
