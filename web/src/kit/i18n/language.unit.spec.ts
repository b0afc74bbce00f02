import { expect, test } from "vitest";
import { firstLanguage } from "./language.ts";

test.each([
  ["the browser's first that the page speaks", null, ["fr-FR", "de-AT", "en"], "de"],
  ["English where it speaks none", null, ["fr", "ja"], "en"],
  ["English where the browser tells nothing", null, [], "en"],
  ["what was chosen before all", "en", ["de"], "en"],
  ["not what somebody else stored", "tlh", ["de"], "de"],
])("the page begins with %s", (_, stored, preferred, language) => {
  expect(firstLanguage(stored, preferred)).toBe(language);
});
