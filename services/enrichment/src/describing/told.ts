import type { Journal, StoredEvent } from "@satchel/chassis";
import { aggregateSubject, type EnrichmentEvent, type LinkId, type UserId } from "@satchel/contracts";
import type { Described } from "./read-page.ts";

export interface LinkRef {
  readonly userId: UserId;
  readonly linkId: LinkId;
}

export const pageSubject = ({ userId, linkId }: LinkRef): string => aggregateSubject(userId, "enrichment", linkId);

/** What the journal tells of a link's page. */
export interface Told {
  /** Sequence of the last event, 0 for none: what is appended next expects it. */
  readonly sequence: number;
  /** The last word about describing it; what checks found is passed over. */
  readonly last: (EnrichmentEvent & { readonly stored: StoredEvent }) | undefined;
}

const typed = (stored: StoredEvent): EnrichmentEvent & { readonly stored: StoredEvent } =>
  ({ type: stored.type, data: stored.data, stored }) as EnrichmentEvent & { readonly stored: StoredEvent };

/** The last word about describing a link's page. */
export async function toldOf(journal: Journal, link: LinkRef): Promise<Told> {
  const subject = pageSubject(link);
  const last = await journal.last(subject);
  if (last === undefined || last.type !== "PageHealthChanged") {
    return { sequence: last?.sequence ?? 0, last: last && typed(last) };
  }
  const events = await journal.readAggregate(subject);
  const word = events.findLast(({ type }) => type !== "PageHealthChanged");
  return { sequence: events.at(-1)?.sequence ?? last.sequence, last: word && typed(word) };
}

/** How a link's page was described last; undefined if it never was. */
export async function describedLast(journal: Journal, link: LinkRef): Promise<Described | undefined> {
  const events = await journal.readAggregate(pageSubject(link));
  return events.findLast(({ type }) => type === "PageDescribed")?.data as Described | undefined;
}

/** Events after which a link is not there, until another one of its own brings it back. */
const GONE = new Set(["LinkDeleted", "LinkPurged"]);

/** What the journal tells of a link itself: whether it is there, its URL, and the event that last asked for its page. */
export interface AskedLink {
  readonly url: string;
  readonly asked: StoredEvent;
}

/** The last event of a link itself. */
export const lastOf = (journal: Journal, { userId, linkId }: LinkRef): Promise<StoredEvent | undefined> =>
  journal.last(aggregateSubject(userId, "links", linkId));

/** Whether a link with this last event was deleted, and so nobody wants its page. */
export const isGone = (last: StoredEvent | undefined): boolean => last === undefined || GONE.has(last.type);

/** The event that last asked for a link's page; undefined where the link is not there. */
export async function askedLast(journal: Journal, { userId, linkId }: LinkRef): Promise<AskedLink | undefined> {
  const events = await journal.readAggregate(aggregateSubject(userId, "links", linkId));
  const asked = events.findLast(asksForPage);
  if (asked === undefined || GONE.has(events.at(-1)?.type ?? "LinkPurged")) return undefined;
  return { url: (asked.data as { url: string }).url, asked };
}

/** Whether an event is one with which a link's page is asked for. */
export const asksForPage = ({ type }: StoredEvent): boolean => type === "LinkSaved" || type === "LinkRefreshRequested";
