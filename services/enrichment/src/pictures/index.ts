import { type Bus, type Logger, openPictures } from "@satchel/chassis";
import { createPictureKeeper, type PictureKeeper } from "./keep-picture.ts";
import type { PageFetcher } from "../fetching/page-fetcher.ts";
import { createReEncoder, type ReEncoder } from "./re-encoder.ts";

export interface PictureOptions {
  readonly bus: Bus;
  readonly fetcher: PageFetcher;
  readonly iconServiceUrl: string | undefined;
  readonly logger: Logger;
}

export async function openPictureKeeper(
  options: PictureOptions,
): Promise<PictureKeeper & { readonly reEncoder: ReEncoder; close(): Promise<void> }> {
  const pictures = await openPictures(options.bus);
  const reEncoder = createReEncoder();
  return { ...createPictureKeeper({ ...options, reEncoder, pictures }), reEncoder, close: () => reEncoder.close() };
}
