import { firstOf, type Journal, lateEventOf, type StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  type EnrichmentEvent,
  type EventOf,
  type LinkId,
  type PageIllustrated,
  type UserId,
} from "@satchel/contracts";
import { LOOK_BACK_EVENTS } from "../limits.ts";
import type { KnownDescription } from "../reading/read-page.ts";

export interface LinkRef {
  readonly userId: UserId;
  readonly linkId: LinkId;
}

export const pageSubject = ({ userId, linkId }: LinkRef): string => aggregateSubject(userId, "enrichment", linkId);

/** The journal's events of a link's page. */
export interface PageState {
  /** Sequence of the last event, 0 for none: the next append expects it. */
  readonly sequence: number;
  /** The last event about describing it; findings of checks and pictures are skipped. */
  readonly last: (EnrichmentEvent & { readonly stored: StoredEvent }) | undefined;
}

const typed = (stored: StoredEvent): EnrichmentEvent & { readonly stored: StoredEvent } =>
  ({ type: stored.type, data: stored.data, stored }) as EnrichmentEvent & { readonly stored: StoredEvent };

/** The newest wanted event of a subject, from a sequence backwards, among {@link LOOK_BACK_EVENTS}. */
export const findLast = (
  journal: Journal,
  subject: string,
  isWanted: (event: StoredEvent) => boolean,
  from?: number,
): Promise<StoredEvent | undefined> => firstOf(journal.readBack(subject, from), isWanted, LOOK_BACK_EVENTS);

/** The newest wanted event of a subject whose newest event is at hand, as {@link findLast}. */
export const findFrom = async (
  journal: Journal,
  newest: StoredEvent | undefined,
  isWanted: (event: StoredEvent) => boolean,
): Promise<StoredEvent | undefined> =>
  newest === undefined || isWanted(newest) ? newest : findLast(journal, newest.subject, isWanted, newest.sequence);

export async function pageStateOf(journal: Journal, link: LinkRef): Promise<PageState> {
  const last = await journal.last(pageSubject(link));
  const isWord = ({ type }: StoredEvent): boolean => type !== "PageHealthChanged" && type !== "PageIllustrated";
  const word = await findFrom(journal, last, isWord);
  return { sequence: last?.sequence ?? 0, last: word && typed(word) };
}

/** Events that have no job of pictures and don't invalidate an earlier one. */
const WITHOUT_PICTURES = new Set(["PageIllustrated", "PageHealthChanged", "PageFoundUnchanged"]);

/** The event that a page's pictures are for: the last that describes it, or says why it can't be described. */
export const eventWithPictures = (
  journal: Journal,
  newest: StoredEvent | undefined,
): Promise<StoredEvent | undefined> => findFrom(journal, newest, ({ type }) => !WITHOUT_PICTURES.has(type));

/**
 * The last description of a link's page, with its pictures; undefined if there is none among {@link LOOK_BACK_EVENTS}.
 */
export const describedLast = async (journal: Journal, link: LinkRef): Promise<KnownDescription | undefined> =>
  describedIn(journal, await journal.last(pageSubject(link)));

/** As {@link describedLast}, where the page's newest event is at hand. */
export async function describedIn(
  journal: Journal,
  newest: StoredEvent | undefined,
): Promise<KnownDescription | undefined> {
  const isWanted = ({ type }: StoredEvent): boolean => type === "PageDescribed" || type === "PageIllustrated";
  let keys: EventOf<typeof PageIllustrated>["data"] | undefined;
  let event = await findFrom(journal, newest, isWanted);
  if (event?.type === "PageIllustrated") {
    keys = event.data as EventOf<typeof PageIllustrated>["data"];
    event = await findLast(journal, event.subject, ({ type }) => type === "PageDescribed", event.sequence);
  }
  if (event === undefined) return undefined;
  const { previewKey, faviconKey, ...described } = event.data as KnownDescription;
  const [preview, favicon] = [keys?.previewKey ?? previewKey, keys?.faviconKey ?? faviconKey];
  return {
    ...described,
    ...(preview === undefined || keys?.previewKey === null ? {} : { previewKey: preview }),
    ...(favicon === undefined || keys?.faviconKey === null ? {} : { faviconKey: favicon }),
  };
}

/** Events after which a link is gone, until another one restores it. */
const GONE = new Set(["LinkDeleted", "LinkPurged"]);

export interface LinkState {
  readonly url: string;
  readonly last: StoredEvent;
  /** The last event that requested its page; undefined where it is too far back. */
  readonly request: StoredEvent | undefined;
}

export const lastOf = (journal: Journal, { userId, linkId }: LinkRef): Promise<StoredEvent | undefined> =>
  journal.last(aggregateSubject(userId, "links", linkId));

/** Whether a link with this last event is deleted. */
export const isGone = (last: StoredEvent | undefined): boolean => last === undefined || GONE.has(last.type);

/**
 * Appends an event about a link's page, and leaves nothing of it where the link was purged meanwhile.
 * @throws {JournalConflict} when `expected` is not the sequence of the page's last event
 */
export async function appendOfPage(
  journal: Journal,
  link: LinkRef,
  event: Parameters<Journal["append"]>[0]["event"],
  expected: number,
): Promise<void> {
  await journal.append({ subject: pageSubject(link), event, expected });
  await erasePurged(journal, link);
}

/**
 * Erases what was recorded of the page of a purged link behind the purge, by work in progress. Called by whatever recorded
 * it, and by whatever is repeated and finds its link gone: the process may have been killed in between.
 */
export async function erasePurged(journal: Journal, link: LinkRef): Promise<void> {
  const late = await lateEventOf(journal, pageSubject(link), link);
  if (late !== undefined) await journal.erase(pageSubject(link), late.sequence + 1);
}

/**
 * The state of a link that is needed to fetch its page; undefined where the link is deleted, whose page is then erased by
 * {@link erasePurged}.
 */
export async function requestedLink(journal: Journal, link: LinkRef): Promise<LinkState | undefined> {
  const last = await lastOf(journal, link);
  if (last === undefined || isGone(last)) {
    await erasePurged(journal, link);
    return undefined;
  }
  const request = await findLast(journal, last.subject, requestsPage, last.sequence);
  // A link with that many events has one about its page, which names the address.
  const naming = request ?? (await journal.last(pageSubject(link)));
  return naming && { url: (naming.data as { url: string }).url, last, request };
}

export const requestsPage = ({ type }: StoredEvent): boolean => type === "LinkSaved" || type === "LinkRefreshRequested";
