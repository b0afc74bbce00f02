import { atEnd } from "@satchel/testing";
import { expect, test } from "vitest";
import { jpegOfScans, pngOf, quarters } from "../../test/sample-pictures.ts";
import { JPEG_SCANS } from "@satchel/contracts";
import { createReEncoder, type ReEncoder } from "./re-encoder.ts";

function reEncoder(...limits: Parameters<typeof createReEncoder>): ReEncoder {
  const made = createReEncoder(...limits);
  atEnd(() => made.close());
  return made;
}

const good = { bytes: pngOf(quarters(64, 64)), use: "preview" } as const;
const asWebp = { result: { picture: { small: expect.any(Uint8Array) } } };

test("given a picture that takes too long, then it is given up while its decoder works, and the next one is made", async () => {
  const encoder = reEncoder();
  const heavy = { bytes: jpegOfScans(4096, JPEG_SCANS), use: "preview" } as const;

  const [first, second] = await Promise.all([encoder.reEncode(heavy, { cpuMs: 50 }), encoder.reEncode(good)]);

  expect(first).toMatchObject({ failed: "timeout" });
  expect(second).toMatchObject(asWebp);
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
