import fc from "fast-check";
import { expect, test } from "vitest";
import { codePoints } from "./code-points.ts";

test("given any text, then each code point is at its unit, and that unit at the code point", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const points = codePoints(text);
      let unit = 0;
      Array.from(text).forEach((character, point) => {
        expect([points.at(unit), points.unitOf(point)]).toEqual([point, unit]);
        unit += character.length;
      });
    }),
  );
});
