import type { Logger, Pictures } from "@satchel/chassis";
import type { ReEncoder } from "./re-encoder.ts";

/** Pixels of an icon's side are unknown here: what is too small for a preview may be an icon, which it is shown as too. */
const USES = ["preview", "icon"] as const;

/**
 * Makes the pictures anew that were kept as they came, before decision 26: they are not shown until then. Those that can't
 * be made go, and their links show a letter. Doing it twice, or in two replicas at once, does no harm.
 * @param isStopping says that the rest is for the next start
 * @returns how many were made and how many went
 */
export async function renewKeptPictures(
  pictures: Pictures,
  reEncoder: ReEncoder,
  logger: Logger,
  isStopping: () => boolean,
): Promise<{ made: number; gone: number }> {
  let [made, gone] = [0, 0];
  for (const { key, isOurs } of await pictures.list()) {
    if (isStopping()) break;
    const bytes = isOurs ? undefined : await pictures.original(key);
    if (bytes === undefined) continue;
    for (const use of USES) {
      const outcome = await reEncoder.reEncode({ bytes, use });
      if ("picture" in outcome) {
        await pictures.replace(key, { type: "image/webp", ...outcome.picture });
        made += 1;
        break;
      }
      // A thread that could not do it says nothing about the picture: that is left for the next start.
      if ("failed" in outcome) break;
      if (use === "icon") {
        await pictures.remove(key, Number.POSITIVE_INFINITY);
        gone += 1;
      }
    }
  }
  if (made + gone > 0) logger.info({ made, gone }, "pictures that were kept as they came were made anew");
  return { made, gone };
}
