import { setTimeout as delay } from "node:timers/promises";
import {
  type HandlerResult,
  isErased,
  type Journal,
  JournalConflict,
  type PageJob,
  type PageJobs,
} from "@satchel/chassis";
import type { EventOf, PageIllustrated } from "@satchel/contracts";
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { v5 } from "uuid";
import {
  LOST_FETCH_MS,
  NOT_DESCRIBED_YET_MS,
  PICTURES_RETRIED_MS,
  PICTURES_RETRY_MS,
  UNANSWERED_PICTURES_MS,
} from "../limits.ts";
import { type KeptPictures, type PictureKeeper, PicturesInterrupted, UNREACHABLE } from "../pictures/keep-picture.ts";
import type { KnownDescription } from "../reading/read-page.ts";
import {
  appendOfPage,
  describedIn,
  erasePurged,
  eventWithPictures,
  isGone,
  lastOf,
  type LinkRef,
  pageSubject,
} from "../store/page-history.ts";

const Addresses = Type.Array(Type.String());

const Details = Type.Object({
  /** The event that describes the page, or says that it is unreachable. */
  eventId: Type.String(),
  url: Type.String(),
  addresses: Type.Object({
    pageUrl: Type.String(),
    previews: Type.Optional(Addresses),
    icons: Addresses,
    manifestUrl: Type.Optional(Type.String()),
  }),
});
export type PictureJobDetails = Static<typeof Details>;

/** Submits a job that fetches and stores the pictures of a link's page. */
export type SubmitPictures = (link: LinkRef, details: PictureJobDetails) => Promise<void>;

/** The queue of pictures that a user waits for, and that of all others, such as thousands of imported ones. */
export type PictureQueue = "pictures" | "background-pictures";

export const submitPictures =
  (jobs: PageJobs, kind: PictureQueue): SubmitPictures =>
  ({ userId, linkId }, details) =>
    jobs.submitInstead({ kind, userId, linkId, details });

interface IllustrateDeps {
  readonly journal: Journal;
  readonly pictures: PictureKeeper;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Stores the pictures of a described page, and records their keys. It is a separate job, so that no account's page waits for
 * another's pictures (decision 26). The job is submitted before the description is appended, and waits for it; every later
 * description has its own job. While a picture is unreachable the link shows the former one, and the job is retried a few
 * times.
 */
export const illustrate =
  ({ journal, pictures, now }: IllustrateDeps) =>
  async ({ kind, userId, linkId, requestedAt, details }: PageJob): Promise<HandlerResult> => {
    if (!Value.Check(Details, details)) throw new Error("a job of pictures does not say where they are");
    const { eventId, url, addresses } = details;
    const link = { userId, linkId };
    // Its description is being appended. To defer the job instead costs a synced write and ten messages on the bus.
    const ageOf = (): number => Math.max(0, now() - requestedAt.getTime());
    if (ageOf() < NOT_DESCRIBED_YET_MS) await delay(NOT_DESCRIBED_YET_MS - ageOf());
    const last = await lastOf(journal, link);
    if (last !== undefined && isGone(last)) {
      await erasePurged(journal, link);
      return "done";
    }
    const newest = await journal.last(pageSubject(link));
    if ((await eventWithPictures(journal, newest))?.id !== eventId) {
      return ageOf() < UNANSWERED_PICTURES_MS ? { deferFor: NOT_DESCRIBED_YET_MS } : "done";
    }
    if (last === undefined) return "done";
    const known = await describedIn(journal, newest);
    let found: KeptPictures;
    try {
      // All background work counts as one owner.
      found = await pictures.keep(addresses, kind === "pictures" ? userId : kind);
    } catch (error) {
      if (error instanceof PicturesInterrupted) return { deferFor: LOST_FETCH_MS };
      throw error;
    }
    const age = ageOf();
    const isUnreachable = found.icon === UNREACHABLE || found.preview === UNREACHABLE;
    const end: HandlerResult =
      isUnreachable && age < PICTURES_RETRIED_MS ? { retryIn: Math.max(PICTURES_RETRY_MS, age) } : "done";
    const kept = keysOf(found, known);
    const isNews =
      kept.faviconKey !== (known?.faviconKey ?? null) ||
      (kept.previewKey !== undefined && kept.previewKey !== (known?.previewKey ?? null));
    if (!isNews) return end;
    if (await isErased(journal, userId)) return "done";
    const event = {
      id: v5(`pictures ${JSON.stringify(kept)}`, eventId),
      type: "PageIllustrated",
      data: { url, ...kept },
    };
    try {
      await appendOfPage(journal, link, event, newest?.sequence ?? 0);
      return end;
    } catch (error) {
      // Another event about the page was appended meanwhile, and is read next time.
      if (error instanceof JournalConflict) return { deferFor: LOST_FETCH_MS };
      throw error;
    }
  };

/** The keys to record: the former one for a picture that is unreachable. */
function keysOf(
  { icon, preview }: KeptPictures,
  known: KnownDescription | undefined,
): Omit<EventOf<typeof PageIllustrated>["data"], "url"> {
  return {
    faviconKey: icon === UNREACHABLE ? (known?.faviconKey ?? null) : icon,
    ...(preview === undefined || preview === UNREACHABLE ? {} : { previewKey: preview }),
  };
}
