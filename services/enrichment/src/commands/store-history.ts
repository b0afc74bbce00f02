import { type CommandOutcome, type Journal, JournalConflict } from "@satchel/chassis";
import type { EventOf, PageDescribed, PayloadOf, ResultOf, StorePageHistory } from "@satchel/contracts";
import type { SubmitPictures } from "../policies/illustrate.ts";
import { appendOfPage, erasePurged, type LinkRef, pageSubject } from "../store/page-history.ts";

interface StoreHistoryDeps {
  readonly journal: Journal;
  readonly submitPictures: SubmitPictures;
}

type KnownDescription = EventOf<typeof PageDescribed>["data"];
type Answer = ResultOf<typeof StorePageHistory>;

/**
 * Stores an event about a page from another account's export; see {@link StorePageHistory}. Its pictures are left out:
 * they may have been removed since, and a key would reveal whether another account has that picture. They are fetched again.
 */
export const storeHistory =
  ({ journal, submitPictures }: StoreHistoryDeps) =>
  async ({
    userId,
    linkId,
    id,
    after,
    type,
    time,
    data,
  }: PayloadOf<typeof StorePageHistory>): Promise<CommandOutcome<Answer>> => {
    const link: LinkRef = { userId, linkId };
    const subject = pageSubject(link);
    const last = await journal.last(subject);
    if (last?.id === id) {
      await erasePurged(journal, link);
      return { result: { stored: true } };
    }
    if (last !== undefined && last.id !== after) return { result: { stored: false } };
    const { previewKey: _, faviconKey: __, ...kept } = data;
    const event = { id, type, data: kept, time: new Date(time), imported: true };
    // Before the event is stored, so that a crash in between loses no pictures.
    if (type === "PageDescribed") await fetchPicturesAgain(submitPictures, link, id, kept as KnownDescription);
    try {
      await appendOfPage(journal, link, event, last?.sequence ?? 0);
      return { result: { stored: true } };
    } catch (error) {
      // Another event about the page was appended at this moment.
      if (error instanceof JournalConflict) return { result: { stored: false } };
      throw error;
    }
  };

async function fetchPicturesAgain(
  submitPictures: SubmitPictures,
  link: LinkRef,
  eventId: string,
  { url, finalUrl, page }: KnownDescription,
): Promise<void> {
  const { previewImageUrl, faviconUrl } = page;
  if (previewImageUrl === undefined && faviconUrl === undefined) return;
  const previews = previewImageUrl === undefined ? {} : { previews: [previewImageUrl] };
  const icons = faviconUrl === undefined ? [] : [faviconUrl];
  await submitPictures(link, { eventId, url, addresses: { pageUrl: finalUrl, ...previews, icons } });
}
