import { expect, test } from "vitest";
import { localeOf } from "./locale.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["en-GB,de;q=0.9", "en"],
  ["fr,de;q=0.5,en;q=0.4", "de"],
  ["en;q=0.1,de;q=0.2", "de"],
  ["fr", "en"],
  ["de;q=0", "en"],
  ["de;q=x,en;q=0.1", "en"],
  ["deutsch", "en"],
])("%j asks for %s", (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
