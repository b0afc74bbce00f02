import fc from "fast-check";
import { expect, test } from "vitest";
import type { Pixels } from "./pixels.ts";
import { scaleToFit } from "./scale.ts";

const plain = (width: number, height: number, colour: readonly number[]): Pixels => ({
  width,
  height,
  data: new Uint8ClampedArray(Array.from({ length: width * height }, () => colour).flat()),
});

test("a picture that fits stays as it is", () => {
  const picture = plain(7, 3, [1, 2, 3, 255]);
  expect(scaleToFit(picture, 7)).toBe(picture);
});

test("pixels become the mean of what falls into them, also where they share one", () => {
  const row = (tones: number[]): Pixels => ({
    width: tones.length,
    height: 1,
    data: new Uint8ClampedArray(tones.flatMap((tone) => [tone, tone, tone, 255])),
  });
  expect([...scaleToFit(row([0, 100, 200, 40]), 2).data]).toEqual([50, 50, 50, 255, 120, 120, 120, 255]);
  // Three become two: the one in the middle is half in each.
  expect([...scaleToFit(row([0, 90, 240]), 2).data].filter((_, n) => n % 4 === 0)).toEqual([30, 190]);
});

test("what can't be seen does not colour what can", () => {
  const picture: Pixels = { width: 2, height: 1, data: new Uint8ClampedArray([255, 0, 0, 0, 0, 0, 200, 255]) };
  expect([...scaleToFit(picture, 1).data]).toEqual([0, 0, 200, 128]);
});

test("a picture of one colour keeps it at any size, and its proportions, and no side is longer than asked for", () => {
  const side = fc.integer({ min: 1, max: 50 });
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 0, max: 255 }), (width, height, fit, tone) => {
      const scaled = scaleToFit(plain(width, height, [tone, 255 - tone, 7, 255]), fit);
      expect(Math.max(scaled.width, scaled.height)).toBe(Math.min(fit, Math.max(width, height)));
      expect(Math.abs(scaled.width * height - scaled.height * width)).toBeLessThanOrEqual(Math.max(width, height));
      expect(Buffer.from(scaled.data)).toEqual(
        Buffer.from(plain(scaled.width, scaled.height, [tone, 255 - tone, 7, 255]).data),
      );
    }),
  );
});
