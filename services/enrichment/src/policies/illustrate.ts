import { type Handling, isErased, type Journal, JournalConflict, type PageJob, type PageJobs } from "@satchel/chassis";
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
import type { Described } from "../reading/read-page.ts";
import { describedLast, isGone, lastOf, lastWanted, type LinkRef, pageSubject } from "../store/page-history.ts";

const Addresses = Type.Array(Type.String());

/** What a job of pictures says: whose they are, and where they may be had. */
const Details = Type.Object({
  /** The event that describes the page, or says that it could not be had. */
  eventId: Type.String(),
  /** The link's address. */
  url: Type.String(),
  addresses: Type.Object({
    pageUrl: Type.String(),
    previews: Type.Optional(Addresses),
    icons: Addresses,
    manifestUrl: Type.Optional(Type.String()),
  }),
});
export type PictureJobDetails = Static<typeof Details>;

/** Events that bring no job of pictures: after them, that of the event before is still wanted. */
const SAYING_NO_PICTURES = new Set(["PageIllustrated", "PageHealthChanged", "PageFoundUnchanged"]);

/** Has the pictures of a link's page kept, in a while. */
export type SubmitPictures = (link: LinkRef, details: PictureJobDetails) => Promise<void>;

/** Pictures of links that somebody waits for, and of all others: ten thousand imported ones must not come before those. */
export type PictureQueue = "pictures" | "background-pictures";

export const submitPictures =
  (jobs: PageJobs, kind: PictureQueue): SubmitPictures =>
  ({ userId, linkId }, details) =>
    jobs.submitInstead({ kind, userId, linkId, details });

export interface IllustrateDeps {
  readonly journal: Journal;
  readonly pictures: PictureKeeper;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Keeps the pictures of a page that was described, and records where. A job of its own, so that nobody's page waits for
 * somebody's pictures (decision 26). It was submitted before the description was appended, and comes back until that is
 * there; where the page was described again meanwhile, that has brought another job. While a picture is unreachable the
 * link shows the one that it had, and the job comes back a few times.
 */
export const illustrate =
  ({ journal, pictures, now }: IllustrateDeps) =>
  async ({ kind, userId, linkId, askedAt, details }: PageJob): Promise<Handling> => {
    if (!Value.Check(Details, details)) throw new Error("a job of pictures does not say where they are");
    const { eventId, url, addresses } = details;
    const link = { userId, linkId };
    const subject = pageSubject(link);
    const isDescription = ({ type }: { type: string }) => !SAYING_NO_PICTURES.has(type);
    const description = await lastWanted(journal, subject, isDescription);
    if (description?.id !== eventId) {
      const isNew = now() - askedAt.getTime() < UNANSWERED_PICTURES_MS;
      return isNew ? { deferFor: NOT_DESCRIBED_YET_MS } : "done";
    }
    if (isGone(await lastOf(journal, link))) return "done";
    const known = await describedLast(journal, link);
    let found: KeptPictures;
    try {
      // All that nobody waits for is one owner, so that it has one turn in each round.
      found = await pictures.keep(addresses, kind === "pictures" ? userId : kind);
    } catch (error) {
      if (error instanceof PicturesInterrupted) return { deferFor: LOST_FETCH_MS };
      throw error;
    }
    const age = now() - askedAt.getTime();
    const isUnreachable = found.icon === UNREACHABLE || found.preview === UNREACHABLE;
    const end: Handling =
      isUnreachable && age < PICTURES_RETRIED_MS ? { retryIn: Math.max(PICTURES_RETRY_MS, age) } : "done";
    const kept = keysOf(found, known);
    const isNews =
      kept.faviconKey !== (known?.faviconKey ?? null) ||
      (kept.previewKey !== undefined && kept.previewKey !== (known?.previewKey ?? null));
    if (!isNews) return end;
    if (await isErased(journal, userId)) return "done";
    const last = await journal.last(subject);
    const event = {
      id: v5(`pictures ${JSON.stringify(kept)}`, eventId),
      type: "PageIllustrated",
      data: { url, ...kept },
    };
    try {
      await journal.append({ subject, event, expected: last?.sequence ?? 0 });
      return end;
    } catch (error) {
      // Another word about the page came meanwhile. It is looked at.
      if (error instanceof JournalConflict) return { deferFor: LOST_FETCH_MS };
      throw error;
    }
  };

/** What is recorded of pictures: for one that is unreachable what there was before. */
function keysOf(
  { icon, preview }: KeptPictures,
  known: Described | undefined,
): Omit<EventOf<typeof PageIllustrated>["data"], "url"> {
  return {
    faviconKey: icon === UNREACHABLE ? (known?.faviconKey ?? null) : icon,
    ...(preview === undefined || preview === UNREACHABLE ? {} : { previewKey: preview }),
  };
}
