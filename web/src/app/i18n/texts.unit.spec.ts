import { texts } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { catalogue } from "./catalogue.de.ts";
import { inLanguage, startCatalogue } from "./catalogue.ts";
import { speakFirst } from "./i18n.ts";
import { LANGUAGES } from "./language.ts";
import { loadPack, PACKS, type Pack } from "./packs.ts";
import { de } from "./texts.de.ts";
import { en } from "./texts.en.ts";

type Branch = { readonly [key: string]: string | Branch };
const leaves = (branch: Branch, above = ""): [string, string][] =>
  Object.entries(branch).flatMap(([key, value]) =>
    typeof value === "string" ? [[above + key, value] as [string, string]] : leaves(value, `${above}${key}.`),
  );
const gaps = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}|<(\/?\w+)\/?>/g)].map(([gap]) => gap).sort();

const english = { ...en, catalogue: texts };
const german = new Map(leaves({ ...de, catalogue }));

describe("texts in German", () => {
  test.each(leaves(english))("%s says something, and has the gaps that the English one has", (path, text) => {
    expect(german.get(path)?.trim()).toBeTruthy();
    expect(gaps(german.get(path) ?? "")).toEqual(gaps(text));
  });

  test("there is none that English lacks", () => {
    expect([...german.keys()]).toEqual(leaves(english).map(([path]) => path));
  });
});

test.each(LANGUAGES)("in %s, each pack holds the features that it is asked for", async (language) => {
  for (const pack of Object.keys(PACKS) as Pack[])
    expect([pack, Object.keys(await loadPack(language, pack)).sort()]).toEqual([pack, [...PACKS[pack]].sort()]);
});

test("a text of the error catalogue is said in the language that is spoken, and another stays as it is", async () => {
  const text = texts.folders.exists;
  await speakFirst("de", []);
  await startCatalogue();
  expect([text, "Something else"].map(inLanguage)).toEqual([catalogue.folders.exists, "Something else"]);
  await speakFirst("en", []);
  expect(inLanguage(text)).toBe(text);
});
