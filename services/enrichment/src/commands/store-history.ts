import { type Handled, type Journal, JournalConflict } from "@satchel/chassis";
import type { EventOf, PageDescribed, PayloadOf, ResultOf, StorePageHistory } from "@satchel/contracts";
import type { SubmitPictures } from "../policies/illustrate.ts";
import { type LinkRef, pageSubject } from "../store/page-history.ts";

export interface StoreHistoryDeps {
  readonly journal: Pick<Journal, "append" | "last">;
  readonly submitPictures: SubmitPictures;
}

type Described = EventOf<typeof PageDescribed>["data"];
type Answer = ResultOf<typeof StorePageHistory>;

/**
 * Stores an event about a page that another account's export brings; see {@link StorePageHistory}. Which pictures were kept
 * there is left out: they may have been given up since, and a key would tell whether somebody else has that picture. They
 * are fetched again, where the page is described.
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
  }: PayloadOf<typeof StorePageHistory>): Promise<Handled<Answer>> => {
    const link: LinkRef = { userId, linkId };
    const subject = pageSubject(link);
    const last = await journal.last(subject);
    if (last?.id === id) return { result: { stored: true } };
    if (last !== undefined && last.id !== after) return { result: { stored: false } };
    const { previewKey: _, faviconKey: __, ...kept } = data;
    const event = { id, type, data: kept, time: new Date(time), imported: true };
    // Before it is stored: who dies in between has then forgotten no pictures.
    if (type === "PageDescribed") await fetchPicturesAgain(submitPictures, link, id, kept as Described);
    try {
      await journal.append({ subject, event, expected: last?.sequence ?? 0 });
      return { result: { stored: true } };
    } catch (error) {
      // Something was found out about the page at this moment.
      if (error instanceof JournalConflict) return { result: { stored: false } };
      throw error;
    }
  };

async function fetchPicturesAgain(
  submitPictures: SubmitPictures,
  link: LinkRef,
  eventId: string,
  { url, finalUrl, page }: Described,
): Promise<void> {
  const { previewImageUrl, faviconUrl } = page;
  if (previewImageUrl === undefined && faviconUrl === undefined) return;
  const previews = previewImageUrl === undefined ? {} : { previews: [previewImageUrl] };
  const icons = faviconUrl === undefined ? [] : [faviconUrl];
  await submitPictures(link, { eventId, url, addresses: { pageUrl: finalUrl, ...previews, icons } });
}
