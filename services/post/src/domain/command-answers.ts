import { singleLine } from "@satchel/chassis/html";
import type { Link, LinkId, MailCommand, MailCommandFault, MailCommandOutcome } from "@satchel/contracts";
import { articleForMail } from "./article-html.ts";
import type { Block, Reply } from "./blocks.ts";
import { type Answer, answer, type Desk, linkReplies, listed, openedUrl, titleOf } from "./compose.ts";
import type { Annotation } from "./wording.ts";

type ChangeOutcome = Extract<MailCommandOutcome, { kind: "changed" }>;
type UndoOutcome = Extract<MailCommandOutcome, { kind: "undone" }>;

/** The article of a link, as its copy has it. */
export interface KeptArticle {
  readonly html: string;
  readonly byline?: string;
  readonly direction: "ltr" | "rtl";
}

const plain = (text: string): Block => ({ kind: "text", text });

/** What the commands of a mail ask to do to links, together. */
export const annotationOf = (commands: readonly MailCommand[]): Annotation & { readonly note: string } => {
  const notes = commands.flatMap((command) => (command.kind === "note" ? [command.text] : []));
  const folder = commands.findLast((command) => command.kind === "folder");
  return {
    tags: commands.flatMap((command) => (command.kind === "tag" ? command.tags : [])),
    ...(folder === undefined ? {} : { folder: folder.name }),
    hasNote: notes.length > 0,
    note: notes.join("\n"),
  };
};

/** After tags, a folder or a note. */
export function composeChanged(desk: Desk, { changed, failed }: ChangeOutcome, what: Annotation): Answer {
  const { wording } = desk;
  const blocks: Block[] = [
    plain(changed > 0 ? wording.changed(changed, what) : wording.alreadySo),
    ...(failed > 0 ? [plain(wording.failed(failed))] : []),
    linkReplies(wording),
  ];
  return answer(desk, wording.done, blocks);
}

/** After an undo. Links that were deleted can be brought back by another one. */
export function composeUndone(desk: Desk, { deleted, restored, kept }: UndoOutcome): Answer {
  const { wording } = desk;
  const blocks: Block[] = [
    ...(deleted > 0 ? [plain(wording.deletedAgain(deleted))] : []),
    ...(restored > 0 ? [plain(wording.restored(restored))] : []),
    ...(kept > 0 ? [plain(wording.kept(kept))] : []),
    ...(deleted > 0 ? [replies(desk, [{ word: wording.undo.word, does: wording.undo.redoes }])] : []),
  ];
  return answer(desk, wording.undone, blocks, deleted > 0);
}

/** The answer to a search: its links with numbers. */
export function composeResults(desk: Desk, words: string, links: readonly Link[], hasMore: boolean): Answer {
  const { wording, origin } = desk;
  const shown = singleLine(words);
  const url = `${origin}/links?${new URLSearchParams({ q: words }).toString()}`;
  if (links.length === 0) return answer(desk, wording.notFound(shown), [button(wording.allResults, url)]);
  const numbered = links.map((link, at) => ({
    ...listed(desk, link, link.reading_minutes === null ? [] : [wording.minutes(link.reading_minutes)]),
    number: at + 1,
  }));
  return answer(desk, wording.found(shown, links.length, hasMore), [
    { kind: "links", links: numbered },
    ...(hasMore ? [button(wording.allResults, url)] : []),
    replies(desk, [{ word: wording.read.word(Math.min(3, links.length)), does: wording.read.does }, wording.search]),
  ]);
}

/** The article of a link. */
export function composeArticle(desk: Desk, link: Link, article: KeptArticle): Answer {
  const { wording } = desk;
  const { html, text, isCut } = articleForMail(article.html, (alt) => wording.picture(singleLine(alt)));
  const about = [link.site_name ?? "", article.byline ?? ""].map(singleLine).filter((part) => part !== "");
  const minutes = link.reading_minutes === null ? [] : [wording.minutes(link.reading_minutes)];
  const facts = [...about, ...minutes].join(" · ");
  return answer(
    desk,
    titleOf(link),
    [
      ...(facts === "" ? [] : [{ kind: "text", text: facts, isSmall: true } as const]),
      { kind: "article", html, text, direction: article.direction },
      ...(isCut ? [plain(wording.cut)] : []),
      button(wording.openReading, `${desk.origin}/read/${link.id}`),
    ],
    true,
  );
}

/** Why commands did nothing. What was not understood, or came too late, takes no replies: a machine may have written it. */
export function composeFault(desk: Desk, fault: MailCommandFault, link: Link | undefined): Answer {
  const { wording } = desk;
  const takesReplies = fault !== "not-understood" && fault !== "too-late";
  return answer(
    desk,
    wording.faultHeading,
    [plain(wording.faults[fault]), ...(link === undefined ? [] : linkBlocks(desk, link))],
    takesReplies,
  );
}

const linkBlocks = (desk: Desk, link: Link): Block[] => [
  { kind: "links", links: [listed(desk, link)] },
  button(desk.wording.openPage, openedUrl(desk, link)),
];

const button = (label: string, url: string): Block => ({ kind: "button", label, url });

const replies = ({ wording }: Desk, list: readonly Reply[]): Block => ({
  kind: "replies",
  lead: wording.reply,
  replies: list,
});

/** The links of results, in the order of their numbers, without those that are gone. */
export const inOrder = (ids: readonly LinkId[], links: ReadonlyMap<LinkId, Link>): Link[] =>
  ids.flatMap((id) => links.get(id) ?? []);
