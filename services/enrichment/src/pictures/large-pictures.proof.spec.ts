import { atEnd } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { hungryIcon } from "../../test/hostile-pictures.ts";
import { headerOf, pictureOf, pngOf, quarters } from "../../test/sample-pictures.ts";
import type { EncodedPicture } from "./re-encode.ts";
import { createReEncoder, type ReEncoder } from "./re-encoder.ts";

// The largest pictures that are read, and one that wants more than there is (decision 26): each takes seconds.

/** One whose limit of processor time is never reached. */
let patient: ReEncoder;
beforeAll(() => {
  patient = createReEncoder({ cpuMs: 240_000 });
  atEnd(() => patient.close());
});

/** What is made of a picture; undefined where it was refused or given up. */
async function made(bytes: Uint8Array): Promise<EncodedPicture | undefined> {
  const done = await patient.reEncode({ bytes, use: "preview" });
  return "result" in done && "picture" in done.result ? done.result.picture : undefined;
}

test("an icon that wants gigabytes is given up for its memory, and the service's own does not grow", async () => {
  const bytes = hungryIcon();
  const before = process.memoryUsage.rss();
  expect(await patient.reEncode({ bytes, use: "icon" })).toMatchObject({ failed: "memory" });
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  expect(await made(pngOf(quarters(64, 64)))).toBeDefined();
});

test.each([
  [
    "PNG, interlaced, in 16 bits",
    () => pictureOf(quarters(4096, 4096)).toColourspace("rgb16").png({ progressive: true, compressionLevel: 1 }),
  ],
  [
    "JPEG, progressive, 4:4:4",
    () => pictureOf(quarters(4096, 4096)).removeAlpha().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
  ],
  ["WebP, lossless", () => pictureOf(quarters(4096, 4096)).webp({ lossless: true, effort: 0 })],
  ["GIF", () => pictureOf(quarters(4096, 4096)).gif({ effort: 1 })],
  [
    "AVIF, 4:4:4, in 10 bits",
    () => pictureOf(quarters(4096, 4096)).avif({ effort: 0, chromaSubsampling: "4:4:4", bitdepth: 10 }),
  ],
] as const)("the largest that is read is made, whatever came before it: %s", async (_, write) => {
  const picture = await made(await write().toBuffer());
  expect(await headerOf(picture?.large as Uint8Array)).toEqual({ format: "webp", width: 960, height: 960 });
});
