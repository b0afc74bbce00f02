import type { Pictures } from "@satchel/chassis";
import { IMAGE_BYTES, type PictureKey } from "@satchel/contracts";
import type { PageFetcher } from "../fetching/page-fetcher.ts";
import { pictureTypeOf } from "./picture-type.ts";

const ACCEPT = ["image/avif", "image/webp", "image/png", "image/jpeg", "image/gif", "image/*;q=0.8"];

/**
 * Fetches a page's picture and keeps it, so that no browser has to ask a third party for it.
 * @returns where it is kept; undefined when there is none, it can't be had, or it is no picture
 */
export async function keepPicture(
  fetcher: PageFetcher,
  pictures: Pictures,
  url: string | undefined,
): Promise<PictureKey | undefined> {
  if (url === undefined) return undefined;
  const fetched = await fetcher.fetchPage(url, { accept: ACCEPT, maxBytes: IMAGE_BYTES });
  if (!fetched.ok) return undefined;
  const type = pictureTypeOf(fetched.bytes);
  return type === undefined ? undefined : pictures.put({ type, bytes: fetched.bytes });
}
