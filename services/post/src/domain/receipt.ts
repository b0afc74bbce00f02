import { shortened, singleLine } from "@satchel/chassis/html";
import type {
  EventOf,
  ItemOfMail,
  Link,
  LinkId,
  MailAccepted,
  MailedLink,
  MailWorkedThrough,
} from "@satchel/contracts";
import type { Block, ListedLink } from "./blocks.ts";
import { type Answer, answer, type Desk, linkReplies, listed } from "./compose.ts";

/** Links of one kind that are listed; the others are counted. */
const LISTED = 20;

/** Addresses that can't be saved and are named, and characters of each. */
const [NAMED, NAMED_CHARS] = [5, 100];

/** A mail that brought links, and what became of them. */
interface Receipt {
  readonly mail: EventOf<typeof MailAccepted>["data"];
  readonly outcome: EventOf<typeof MailWorkedThrough>["data"];
  /** As the archive has them now; one that was deleted since is missing. */
  readonly links: ReadonlyMap<LinkId, Link>;
  readonly folder: string | undefined;
}

/** What a mail brought: a link, or what came with it, as the mail names it. */
interface MailedThing {
  readonly linkId: LinkId;
  readonly name: string;
  /** Its address; undefined for what came with the mail. */
  readonly url: string | undefined;
}

/** Writes the receipt for a mail with links. A reply with links in the place of a command gets one that takes no replies. */
export function composeReceipt(desk: Desk, { mail, outcome, links, folder }: Receipt): Answer {
  const { wording } = desk;
  const { unusable, withoutRoom = [], items = [] } = outcome;
  const of = ({ linkId, url }: MailedLink): MailedThing => ({
    linkId,
    name: mail.urls[url] ?? "",
    url: mail.urls[url],
  });
  const ofItem = ({ linkId, item }: ItemOfMail): MailedThing => {
    const { title, name = "" } = mail.items?.[item] ?? {};
    return { linkId, name: title ?? name, url: undefined };
  };
  const saved = [...outcome.saved.map(of), ...items.filter(({ isNew }) => isNew).map(ofItem)];
  const known = [...outcome.known.map(of), ...items.filter(({ isNew }) => !isNew).map(ofItem)];
  const noRoom = withoutRoom.length + (mail.items?.length ?? 0) - items.length;
  const leftOut = (mail.leftOut ?? []).flatMap(({ name, reason }) => (reason === "off" || name === "" ? [] : [name]));
  const shown = ({ linkId, name, url }: MailedThing, since = false): ListedLink => {
    const link = links.get(linkId);
    const title = shortened(singleLine(name), 140);
    // It was deleted since.
    if (link === undefined) return { url: url ?? `${desk.origin}/links`, title, about: "" };
    const { description: _, ...rest } = listed(desk, link, since ? [wording.since(new Date(link.created_at))] : []);
    return rest;
  };
  const list = (heading: string, all: typeof saved, since: boolean): Block[] => {
    if (all.length === 0) return [];
    const head = saved.length > 0 && known.length > 0 ? { heading } : {};
    return [
      { kind: "links", ...head, links: all.slice(0, LISTED).map((each) => shown(each, since)) },
      ...(all.length > LISTED ? [small(wording.more(all.length - LISTED))] : []),
    ];
  };
  const bad = unusable.slice(0, NAMED).map((place) => shortened(singleLine(mail.urls[place] ?? ""), NAMED_CHARS));
  const blocks: Block[] = [
    ...(folder === undefined ? [] : [plain(wording.inFolder(folder))]),
    ...list(wording.newLinks, saved, false),
    ...list(wording.knownLinks, known, true),
    ...(bad.length === 0 ? [] : [plain(wording.unusable(bad))]),
    ...(leftOut.length === 0
      ? []
      : [plain(wording.leftOut(leftOut.slice(0, NAMED).map((name) => shortened(singleLine(name), NAMED_CHARS))))]),
    ...(noRoom === 0 ? [] : [plain(wording.withoutRoom(noRoom))]),
    ...(saved.length + known.length === 0 || mail.isReply === true ? [] : [linkReplies(wording)]),
  ];
  const heading = headingOf(desk, saved.length, known);
  return answer(desk, heading, blocks, mail.isReply !== true && saved.length + known.length > 0);

  function headingOf({ wording: words }: Desk, count: number, had: typeof known): string {
    if (count === 0) return had.length === 0 ? words.nothingSaved : words.known(had.length);
    return had.length === 0 ? words.saved(count) : `${words.saved(count)}, ${words.hadOf(had.length, sinceOf(had))}`;
  }

  /** Since when a link was there, where it is the only one. */
  function sinceOf(had: typeof known): string | undefined {
    const link = had.length === 1 ? links.get(had[0]?.linkId as LinkId) : undefined;
    return link === undefined ? undefined : wording.since(new Date(link.created_at));
  }
}

const plain = (text: string): Block => ({ kind: "text", text });
const small = (text: string): Block => ({ kind: "text", text, isSmall: true });
