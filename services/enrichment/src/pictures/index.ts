import { type Bus, type Logger, openPictures } from "@satchel/chassis";
import { createPictureKeeper, type PictureKeeper } from "../describing/keep-picture.ts";
import type { PageFetcher } from "../fetching/page-fetcher.ts";
import { createReEncoder } from "./re-encoder.ts";
import { renewKeptPictures } from "./renew-kept.ts";

export interface PictureOptions {
  readonly bus: Bus;
  readonly fetcher: PageFetcher;
  readonly iconServiceUrl: string | undefined;
  readonly logger: Logger;
}

/** Opens what keeps pictures, and begins to make those anew that an earlier version kept as they came. */
export async function openPictureKeeper(options: PictureOptions): Promise<PictureKeeper & { close(): Promise<void> }> {
  const { bus, logger } = options;
  const pictures = await openPictures(bus);
  const reEncoder = createReEncoder();
  let isStopping = false;
  const renewing = renewKeptPictures(pictures, reEncoder, logger, () => isStopping).catch((err: unknown) =>
    logger.warn({ err }, "kept pictures could not be made anew; the next start tries again"),
  );
  return {
    ...createPictureKeeper({ ...options, reEncoder, pictures }),
    close: async () => {
      isStopping = true;
      await reEncoder.close();
      await renewing;
    },
  };
}
