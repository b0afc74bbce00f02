import { expect, test } from "vitest";
import { firstLanguage, localeOf } from "./language.ts";

test.each([
  ["the browser's first that the page speaks", null, ["fr-FR", "de-AT", "en"], "de"],
  ["English where it speaks none", null, ["fr", "ja"], "en"],
  ["English where the browser tells nothing", null, [], "en"],
  ["what was chosen before all", "en", ["de"], "en"],
  ["not what somebody else stored", "tlh", ["de"], "de"],
])("the page begins with %s", (_, stored, preferred, language) => {
  expect(firstLanguage(stored, preferred)).toBe(language);
});

test.each([
  ["of the browser's tag for that language", "en", ["de-DE", "en-GB", "en-US"], "en-GB"],
  ["of its first tag, where none is for that language", "en", ["de-AT", "fr-FR"], "en-AT"],
  ["of Britain, in English without any", "en", ["en", "de"], "en-GB"],
  ["of none, in German without any", "de", [], "de"],
  ["of a tag that can be read", "de", ["not a tag", "de-CH"], "de-CH"],
])("dates are written as in the region %s", (_, language, preferred, locale) => {
  expect(localeOf(language, preferred)).toBe(locale);
});
