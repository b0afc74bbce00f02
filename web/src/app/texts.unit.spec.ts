import i18next from "i18next";
import { describe, expect, test } from "vitest";
import { sayerOf } from "../kit/catalogue/useCatalogue.ts";
import germanCatalogue, { catalogue, english } from "../kit/catalogue/texts.de.ts";
import { startTexts } from "./startTexts.ts";
import { loadTexts } from "../kit/i18n/loadTexts.ts";

type Branch = { readonly [key: string]: string | Branch };
const files = import.meta.glob<Branch>("../**/texts.{en,de}.ts", { import: "default", eager: true });
const inLanguage = (language: string): [string, string][] =>
  Object.entries(files)
    .filter(([path]) => path.endsWith(`.${language}.ts`) && !path.includes("catalogue"))
    .flatMap(([path, texts]) => leaves(texts, `${path.split("/").at(-2)}.`));
const leaves = (branch: Branch, above = ""): [string, string][] =>
  Object.entries(branch).flatMap(([key, value]) =>
    typeof value === "string" ? [[above + key, value] as [string, string]] : leaves(value, `${above}${key}.`),
  );
const gaps = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}|<(\/?\w+)\/?>/g)].map(([gap]) => gap).sort();

const all = [...inLanguage("en"), ...leaves(english, "catalogue.")];
const german = new Map([...inLanguage("de"), ...leaves(catalogue, "catalogue.")]);

describe("texts in German", () => {
  test.each(all)("%s says something, and has the gaps that the English one has", (path, text) => {
    expect(german.get(path)?.trim()).toBeTruthy();
    expect(gaps(german.get(path) ?? "")).toEqual(gaps(text));
  });

  test("there is none that English lacks", () => {
    expect([...german.keys()].sort()).toEqual(all.map(([path]) => path).sort());
  });
});

test("a text of the error catalogue is said in the language that is spoken, and another stays as it is", async () => {
  const text = english.folders.exists;
  await startTexts("de", ["kit"]);
  // Another spec of this process may have started i18next already, in another language.
  await i18next.changeLanguage("de");
  const say = (each: string): string => sayerOf(i18next.getFixedT(null, "catalogue"))(each);
  expect(say(text)).toBe(text);
  await loadTexts(["catalogue"]);
  expect([text, "Something: else."].map(say)).toEqual([germanCatalogue[text], "Something: else."]);
  await i18next.changeLanguage("en");
  expect(say(text)).toBe(text);
});
