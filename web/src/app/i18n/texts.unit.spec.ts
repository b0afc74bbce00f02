import { describe, expect, test } from "vitest";
import { pathInCatalogue } from "./catalogue.ts";
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

const german = new Map(leaves(de));

describe("texts in German", () => {
  test.each(leaves(en))("%s says something, and has the gaps that the English one has", (path, text) => {
    expect(german.get(path)?.trim()).toBeTruthy();
    expect(gaps(german.get(path) ?? "")).toEqual(gaps(text));
  });

  test("there is none that English lacks", () => {
    expect([...german.keys()]).toEqual(leaves(en).map(([path]) => path));
  });
});

test.each(LANGUAGES)("in %s, each pack holds the features that it is asked for", async (language) => {
  for (const pack of Object.keys(PACKS) as Pack[])
    expect([pack, Object.keys(await loadPack(language, pack)).sort()]).toEqual([pack, [...PACKS[pack]].sort()]);
});

test("a text of the error catalogue is known again, and another is not", () => {
  expect(pathInCatalogue("A folder with this name already exists.")).toBe("folders.exists");
  expect(pathInCatalogue("Something else")).toBeUndefined();
});
