import { expect, it } from "vitest";
import { hueOf, LETTER_HUES, letterOf } from "./letter-icons.ts";

it("gives a site its first letter or digit", () => {
  expect(letterOf("ökodorf.example")).toBe("Ö");
  expect(letterOf("--1.example")).toBe("1");
  expect(letterOf("-")).toBe("?");
});

it("gives a site a color that is always the same, and not that of every other one", () => {
  const sites = Array.from({ length: 100 }, (_, n) => `site-${n}.example`);
  const hues = sites.map(hueOf);
  expect([hueOf("post.example"), hueOf("ökodorf.example")]).toEqual([11, 3]);
  expect(new Set(hues)).toEqual(new Set(Array.from({ length: LETTER_HUES }, (_, n) => n)));
});
