import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { type Language, LANGUAGES } from "./language.ts";
import type { Namespace } from "./packs.ts";
import { type Branch, read } from "./reader.ts";
import { de } from "./texts.de.ts";
import { en } from "./texts.en.ts";

const texts: Record<Language, Record<string, Branch>> = { en, de };

beforeAll(() => i18next.init({ lng: "en", resources: texts, interpolation: { escapeValue: false } }));

const keysIn = (branch: Branch, above = ""): string[] =>
  Object.entries(branch).flatMap(([key, value]) =>
    typeof value === "string" ? [`${above}${key}`.replace(/_(?:one|other)$/, "")] : keysIn(value, `${above}${key}.`),
  );
const gapsIn = (branch: Branch): string[] =>
  [...JSON.stringify(branch).matchAll(/\{\{(\w+)/g)].map(([, name = ""]) => name);

const VALUES = [0, 1, 2, 1284, "<b>rye</b> $& {{q}}"];

test.each(LANGUAGES)(
  "given any text of the page in %s, when it is said before i18next is there, then in the same words",
  (language) => {
    for (const [feature, branch] of Object.entries(texts[language])) {
      const said = i18next.getFixedT(language, feature as Namespace) as unknown as (
        key: string,
        values: object,
      ) => string;
      for (const value of VALUES) {
        const values = Object.fromEntries(gapsIn(branch).map((gap) => [gap, value]));
        const keys = keysIn(branch);
        expect(keys.map((key) => read(branch, language, key, values))).toEqual(keys.map((key) => said(key, values)));
      }
    }
  },
);

test("given a key without a text, then it is said as it is", () => {
  expect(read(en.links, "en", "nowhere.at.all")).toBe("nowhere.at.all");
});
