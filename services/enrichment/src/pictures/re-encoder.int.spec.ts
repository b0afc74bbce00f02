import { atEnd } from "@satchel/testing";
import { expect, test } from "vitest";
import { jpegOf, pngOf, quarters } from "../../test/sample-pictures.ts";
import { readPictureHeader } from "./picture-header.ts";
import { createReEncoder, type ReEncoder } from "./re-encoder.ts";

function reEncoder(...limits: Parameters<typeof createReEncoder>): ReEncoder {
  const made = createReEncoder(...limits);
  atEnd(() => made.close());
  return made;
}

const good = { bytes: pngOf(quarters(64, 64)), use: "preview" } as const;
const asWebp = { result: { picture: { card: expect.any(Uint8Array) } } };

test("given pictures that break their decoder, then each is a failure and the next one is made", async () => {
  const encoder = reEncoder();
  const jpeg = await jpegOf(quarters(200, 200));
  const broken = Buffer.concat([jpeg.subarray(0, 300), Buffer.alloc(50, 0xff), jpeg.subarray(300)]);
  const cut = pngOf(quarters(64, 64)).subarray(0, 60);

  const outcomes = await Promise.all([broken, cut].map((bytes) => encoder.reEncode({ bytes, use: "preview" })));
  const next = await encoder.reEncode(good);

  // A JPEG that is cut or dirty may still be shown as far as it goes.
  for (const outcome of outcomes) expect(["failed", "result"]).toContain(Object.keys(outcome)[0]);
  expect(outcomes[1]).toMatchObject({ failed: "crash" });
  expect(next).toMatchObject(asWebp);
});

test("given a picture that takes too long, then it is given up while its decoder works, and the next one is made", async () => {
  const encoder = reEncoder({ cpuMs: 300 });
  // Warm, so that only the picture's own work counts.
  expect(await reEncoder().reEncode(good)).toMatchObject(asWebp);
  const heavy = { bytes: pngOf(quarters(4000, 4000)), use: "preview" } as const;

  const [first, second] = await Promise.all([encoder.reEncode(heavy), encoder.reEncode(good)]);

  expect(first).toMatchObject({ failed: "timeout" });
  expect("result" in second || second.failed === "timeout").toBe(true);
  expect(await reEncoder().reEncode(good)).toMatchObject(asWebp);
});

test("given the largest picture that is read, then it is made within the limits", { timeout: 60_000 }, async () => {
  const bytes = pngOf(quarters(4096, 4096));
  const outcome = await reEncoder({ cpuMs: 50_000 }).reEncode({ bytes, use: "preview" });
  const made = "result" in outcome && "picture" in outcome.result ? outcome.result.picture.card : Buffer.alloc(0);
  expect(readPictureHeader(made)).toMatchObject({ width: 480, height: 480 });
});

test("given it was closed, then pictures under way and later ones are failures", async () => {
  const encoder = createReEncoder();
  const underWay = encoder.reEncode(good);
  await encoder.close();
  expect([await underWay, await encoder.reEncode(good)]).toEqual([
    expect.objectContaining({ failed: "no-worker" }),
    expect.objectContaining({ failed: "no-worker" }),
  ]);
});
