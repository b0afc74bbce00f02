import { atEnd, repetitions } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  bombs,
  type HostilePicture,
  lyingIcons,
  polyglots,
  signatures,
  slowBombs,
  unwantedKinds,
} from "../../test/hostile-pictures.ts";
import { avifOf, gifOf, headerOf, icoOf, jpegOf, pngOf, quarters, webpOf } from "../../test/sample-pictures.ts";
import { PAGE_PICTURES_CPU_MS } from "../limits.ts";
import type { EncodedPicture } from "./re-encode.ts";
import { createReEncoder, type ReEncoder } from "./re-encoder.ts";

// Pictures that were made to harm, read by the process that reads them in the service (decision 26).

let encoder: ReEncoder;
beforeAll(() => {
  encoder = createReEncoder();
  atEnd(() => encoder.close());
});

const good = pngOf(quarters(64, 64));

/** How a picture ended: as a WebP, refused, or given up by the limits, whichever; nothing else may come of it. */
async function ending(bytes: Uint8Array): Promise<{ picture?: EncodedPicture; why?: string }> {
  const done = await encoder.reEncode({ bytes, use: "preview" });
  if ("failed" in done) {
    expect(["timeout", "memory", "crash"]).toContain(done.failed);
    return { why: done.failed };
  }
  if ("refused" in done.result) return { why: done.result.refused };
  if (!("picture" in done.result)) throw new Error("a preview was left as it is");
  const { picture } = done.result;
  for (const size of [picture.small, picture.large]) {
    if (size !== undefined) expect((await headerOf(size)).format).toBe("webp");
  }
  return { picture };
}

async function nextIsMade(): Promise<void> {
  expect(await encoder.reEncode({ bytes: good, use: "preview" })).toMatchObject({
    result: { picture: { small: expect.any(Uint8Array) } },
  });
}

const each = (pictures: readonly HostilePicture[]) => pictures.map(({ name, make }) => [name, make] as const);

describe("given a picture that is made to take much", () => {
  const endsInTime = async (make: HostilePicture["make"]): Promise<void> => {
    const bytes = await make();
    const done = await encoder.reEncode({ bytes, use: "preview" });
    if ("failed" in done) expect(["timeout", "memory"]).toContain(done.failed);
    else expect(done.cpuMs).toBeLessThan(PAGE_PICTURES_CPU_MS * 2);
    await nextIsMade();
  };
  test.each(each(bombs))("%s ends within the limits, and the next one is made", (_, make) => endsInTime(make));
  for (const { name, make } of slowBombs) inProof(`${name} ends within the limits, too`, () => endsInTime(make));
});

describe("given what is no picture of a wanted kind, then it is refused", () => {
  test.each(each([...unwantedKinds, ...lyingIcons]))("%s", async (_, make) => {
    expect(await ending(await make())).toEqual({ why: "unreadable" });
    await nextIsMade();
  });
});

describe("given a picture that is something else too, then nothing of that is kept", () => {
  test.each(each(polyglots))("%s", async (_, make) => {
    const { picture } = await ending(await make());
    const small = Buffer.from(picture?.small ?? []).toString("latin1");
    expect(small.slice(8, 12)).toBe("WEBP");
    for (const trace of ["<script", "<svg", "PK\x03\x04", "alert"]) expect(small).not.toContain(trace);
  });
});

describe("given a picture that is cut off", () => {
  test.each([
    ["PNG", async () => pngOf(quarters(200, 100))],
    ["JPEG", () => jpegOf(quarters(200, 100))],
    ["GIF", async () => gifOf([{ width: 64, height: 64, indexes: Array<number>(64 * 64).fill(1) }])],
    ["WebP", () => webpOf(quarters(200, 100))],
    ["AVIF", () => avifOf(quarters(200, 100))],
    ["ICO", async () => icoOf([{ side: 64, content: pngOf(quarters(64, 64)) }])],
  ] as const)("%s: then it ends well at any length, and what is short of half is refused", async (_, make) => {
    const whole = await make();
    expect(await ending(whole)).toHaveProperty("picture");
    const step = Math.max(1, Math.floor(whole.length / repetitions(20, 60)));
    for (let length = 0; length < whole.length; length += step) {
      const { why } = await ending(whole.subarray(0, length));
      if (length < whole.length / 2) expect(why).toBe("unreadable");
    }
    await nextIsMade();
  });
});

test("given any octets behind a signature, then they end well, and the next picture is made", async () => {
  const octets = fc.uint8Array({ maxLength: 4000, size: "max" });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...signatures), octets, async (signature, noise) => {
      await ending(Buffer.concat([Buffer.from(signature, "latin1"), noise]));
    }),
    { numRuns: repetitions(100, 400) },
  );
  await nextIsMade();
});
