import { expect, test } from "vitest";
import { limitMarks } from "./marks.ts";

test("given a letter with marks without end, then thirty stay, also of the letters that become marks", () => {
  expect(limitMarks(`a${"\u0301\u0323".repeat(1000)}b`)).toBe(`a${"\u0301\u0323".repeat(15)}b`);
  expect(limitMarks(`ｶ${"\uff9e\u0301".repeat(1000)}`)).toBe(`ｶ${"\uff9e\u0301".repeat(15)}`);
});

test("given words of languages that write marks, then they stay as they are", () => {
  const texts = ["Tiếng Việt", "בְּרֵאשִׁית", "हिन्दी", "ภาษาไทย", "བོད་ཡིག", "e\u0301\u0323\u0304", "ｶﾞｷﾞｸﾞ"];
  expect(texts.map(limitMarks)).toEqual(texts);
});
