import { isDeepStrictEqual } from "node:util";
import { decodeEvent, type Journal, type StoredEvent } from "@satchel/chassis";
import { JOURNAL } from "@satchel/contracts";
import type { Fact, Ledger } from "./ledger.ts";

/** Header of an append: the sequence of the subject's last event that the decision knew of. */
const EXPECTED = "Nats-Expected-Last-Subject-Sequence";

/** All events of a journal, and its faults. */
export interface JournalContent {
  readonly events: readonly StoredEvent[];
  /** Events that don't follow the last one of their subject, ids that occur twice, gaps. */
  readonly faults: readonly string[];
}

/** Reads every event, and checks that each follows the event that its decision was based on. */
export async function readJournal(journal: Journal): Promise<JournalContent> {
  const { state } = await journal.info();
  const events: StoredEvent[] = [];
  const faults: string[] = [];
  const ids = new Set<string>();
  const lastOf = new Map<string, number>();
  if (state.messages !== state.last_seq) faults.push(`${state.messages} events up to sequence ${state.last_seq}`);
  const consumer = await journal.js.consumers.get(JOURNAL);
  const messages = await consumer.consume();
  for await (const message of messages) {
    const event = decodeEvent(message);
    const { subject, sequence, id } = event;
    const expected = Number(message.headers?.get(EXPECTED) || Number.NaN);
    const before = lastOf.get(subject) ?? 0;
    if (expected !== before) faults.push(`${subject} at ${sequence} follows ${expected}, and ${before} was its last`);
    if (ids.has(id)) faults.push(`event ${id} is there twice`);
    ids.add(id);
    lastOf.set(subject, sequence);
    events.push(event);
    if (sequence >= state.last_seq) break;
  }
  messages.stop();
  return { events, faults };
}

/** The differences between acknowledged changes and the journal, each a sentence. */
interface Comparison {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Links whose page was not read yet, with their events. */
  readonly undescribed: readonly string[];
  /** The number of acknowledged events that were found. */
  readonly found: number;
}

/** Compares the journal with the acknowledged changes. */
export function compare({ events }: JournalContent, ledgers: readonly Ledger[]): Comparison {
  const lost: string[] = [];
  const doubled: string[] = [];
  const undescribed: string[] = [];
  let found = 0;
  const byUser = groupBy(events, ({ at }) => (at.kind === "aggregate" ? at.userId : undefined));
  for (const { userId, links, mails, folderFacts } of ledgers) {
    const own = byUser.get(userId) ?? [];
    const ofContext = (context: string): StoredEvent[] =>
      own.filter(({ at }) => at.kind === "aggregate" && at.context === context);
    const match = (name: string, facts: readonly Fact[], stored: readonly StoredEvent[]): void => {
      found += facts.filter((fact, n) => isOf(fact, stored[n])).length;
      const first = facts.findIndex((fact, n) => !isOf(fact, stored[n]));
      if (first >= 0) lost.push(`${name}: ${facts[first]?.type} is not the event ${first + 1} of ${typesOf(stored)}`);
      else if (stored.length > facts.length)
        doubled.push(`${name}: ${facts.length} were asked for, and there are ${typesOf(stored)}`);
    };
    match(`folders of ${userId}`, folderFacts, ofContext("folders"));

    const [workedThrough, aboutLinks] = partition(ofContext("links"), ({ type }) => type === "MailWorkedThrough");
    const byLink = groupBy(aboutLinks, ({ subject }) => subject);
    const byUrl = new Map([...byLink.values()].map((stored) => [urlOf(stored[0]), stored]));
    const aboutPages = groupBy(ofContext("enrichment"), ({ at }) => aggregateOf(at));
    const urls = new Set(links.map(({ url }) => url));
    for (const [url] of byUrl) if (!urls.has(url ?? "")) doubled.push(`${url} was saved, and not acknowledged`);
    for (const { url, facts, isDeleted } of links) {
      const stored = byUrl.get(url) ?? [];
      match(url, facts, stored);
      const aboutPage = aboutPages.get(stored[0] && aggregateOf(stored[0].at)) ?? [];
      const descriptions = aboutPage.filter(({ type }) => type === "PageDescribed").length;
      // The page of a link that was deleted before is not read.
      if (descriptions === 0 && !isDeleted)
        undescribed.push(`${url}: ${typesOf(aboutPage)} ${JSON.stringify(aboutPage.at(-1)?.data)}`);
      if (descriptions > 1) doubled.push(`${url} was described ${descriptions} times`);
    }

    const byMessage = groupBy(
      ofContext("mail").filter(({ type }) => type === "MailAccepted"),
      ({ data }) => (data as { messageId?: string }).messageId,
    );
    for (const { messageId, urls: mailed } of mails) {
      match(`mail ${messageId}`, [{ type: "MailAccepted", data: { urls: mailed } }], byMessage.get(messageId) ?? []);
      byMessage.delete(messageId);
    }
    const worked = new Set(workedThrough.map(({ subject }) => subject)).size;
    if (worked < mails.length) lost.push(`${mails.length - worked} mails of ${userId} are not worked through`);
    if (workedThrough.length > mails.length)
      doubled.push(`${workedThrough.length} mails of ${userId} were worked through, of ${mails.length}`);
    for (const [messageId] of byMessage) doubled.push(`mail ${messageId} was accepted, and not acknowledged`);
  }
  return { lost, doubled, undescribed, found };
}

const isOf = ({ type, data }: Fact, event: StoredEvent | undefined): boolean =>
  event?.type === type &&
  Object.entries(data).every(([name, value]) =>
    isDeepStrictEqual((event.data as Record<string, unknown>)[name], value),
  );

const partition = <Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(belongs),
  items.filter((item) => !belongs(item)),
];

const aggregateOf = (at: StoredEvent["at"]): string | undefined =>
  at.kind === "aggregate" ? at.aggregateId : undefined;

const urlOf = (event: StoredEvent | undefined): string | undefined =>
  (event?.data as { readonly url?: string } | undefined)?.url;

/** Items by a key of theirs, in order. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

const typesOf = (events: readonly StoredEvent[]): string => events.map(({ type }) => type).join(", ") || "nothing";
