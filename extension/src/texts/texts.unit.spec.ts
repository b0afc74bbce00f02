import { describe, expect, test } from "vitest";
import { de } from "./de.ts";
import { en, type MessageKey, type Messages } from "./en.ts";

const keys = Object.keys(en) as MessageKey[];
const places = (text: string): string[] => (text.match(/\$\d?/g) ?? []).toSorted();

describe.each<[string, Messages]>([
  ["English", en],
  ["German", de],
])("the texts in %s", (_, texts) => {
  test("fit into the stores: name 75, short name 12, description 132 characters", () => {
    expect(texts.name.length).toBeLessThanOrEqual(75);
    expect(texts.shortName.length).toBeLessThanOrEqual(12);
    expect(texts.description.length).toBeLessThanOrEqual(132);
  });

  test("have what is put in where English has it, and no other sign of chrome.i18n", () => {
    const placed = keys.map((key) => [key, places(texts[key])]);
    expect(placed).toEqual(keys.map((key) => [key, places(en[key])]));
    expect(keys.filter((key) => /\$(?!\d)/.test(texts[key]))).toEqual([]);
  });
});
