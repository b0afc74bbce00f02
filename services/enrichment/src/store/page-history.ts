import { firstOf, type Journal, type StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  type EnrichmentEvent,
  type EventOf,
  type LinkId,
  type PageIllustrated,
  type UserId,
} from "@satchel/contracts";
import { LOOK_BACK_EVENTS } from "../limits.ts";
import type { Described } from "../reading/read-page.ts";

export interface LinkRef {
  readonly userId: UserId;
  readonly linkId: LinkId;
}

export const pageSubject = ({ userId, linkId }: LinkRef): string => aggregateSubject(userId, "enrichment", linkId);

/** What the journal has of a link's page. */
export interface PageState {
  /** Sequence of the last event, 0 for none: what is appended next expects it. */
  readonly sequence: number;
  /** The last event about describing it; what checks found, and its pictures, are passed over. */
  readonly last: (EnrichmentEvent & { readonly stored: StoredEvent }) | undefined;
}

const typed = (stored: StoredEvent): EnrichmentEvent & { readonly stored: StoredEvent } =>
  ({ type: stored.type, data: stored.data, stored }) as EnrichmentEvent & { readonly stored: StoredEvent };

/** The newest event of a subject that is wanted, from a sequence backwards; it is not looked for without end. */
export const lastWanted = (
  journal: Journal,
  subject: string,
  isWanted: (event: StoredEvent) => boolean,
  from?: number,
): Promise<StoredEvent | undefined> => firstOf(journal.readBack(subject, from), isWanted, LOOK_BACK_EVENTS);

/** The last event about describing a link's page. */
export async function pageStateOf(journal: Journal, link: LinkRef): Promise<PageState> {
  const subject = pageSubject(link);
  const last = await journal.last(subject);
  if (last === undefined) return { sequence: 0, last };
  const isWord = ({ type }: StoredEvent): boolean => type !== "PageHealthChanged" && type !== "PageIllustrated";
  const word = isWord(last) ? last : await lastWanted(journal, subject, isWord, last.sequence);
  return { sequence: last.sequence, last: word && typed(word) };
}

/**
 * How a link's page was described last, with the pictures that it has; undefined if it never was, or so long ago that it
 * may as well be said again.
 */
export async function describedLast(journal: Journal, link: LinkRef): Promise<Described | undefined> {
  const subject = pageSubject(link);
  const isWanted = ({ type }: StoredEvent): boolean => type === "PageDescribed" || type === "PageIllustrated";
  let keys: EventOf<typeof PageIllustrated>["data"] | undefined;
  let event = await lastWanted(journal, subject, isWanted);
  if (event?.type === "PageIllustrated") {
    keys = event.data as EventOf<typeof PageIllustrated>["data"];
    event = await lastWanted(journal, subject, ({ type }) => type === "PageDescribed", event.sequence);
  }
  if (event === undefined) return undefined;
  const { previewKey, faviconKey, ...described } = event.data as Described;
  const [preview, favicon] = [keys?.previewKey ?? previewKey, keys?.faviconKey ?? faviconKey];
  return {
    ...described,
    ...(preview === undefined || keys?.previewKey === null ? {} : { previewKey: preview }),
    ...(favicon === undefined || keys?.faviconKey === null ? {} : { faviconKey: favicon }),
  };
}

/** Events after which a link is not there, until another one of its own brings it back. */
const GONE = new Set(["LinkDeleted", "LinkPurged"]);

/** What the journal has of a link that is there. */
export interface AskedLink {
  readonly url: string;
  /** The last event of the link itself. */
  readonly last: StoredEvent;
  /** The event that last asked for its page; undefined where much has happened to the link since. */
  readonly asked: StoredEvent | undefined;
}

/** The last event of a link itself. */
export const lastOf = (journal: Journal, { userId, linkId }: LinkRef): Promise<StoredEvent | undefined> =>
  journal.last(aggregateSubject(userId, "links", linkId));

/** Whether a link with this last event was deleted, and so nobody wants its page. */
export const isGone = (last: StoredEvent | undefined): boolean => last === undefined || GONE.has(last.type);

/** What is to be known of a link to look at its page; undefined where the link is not there. */
export async function askedLast(journal: Journal, link: LinkRef): Promise<AskedLink | undefined> {
  const last = await lastOf(journal, link);
  if (last === undefined || isGone(last)) return undefined;
  const asked = await lastWanted(journal, last.subject, asksForPage, last.sequence);
  // A link with that many events has one about its page: each of them names the address.
  const naming = asked ?? (await journal.last(pageSubject(link)));
  return naming && { url: (naming.data as { url: string }).url, last, asked };
}

/** Whether an event is one with which a link's page is asked for. */
export const asksForPage = ({ type }: StoredEvent): boolean => type === "LinkSaved" || type === "LinkRefreshRequested";
