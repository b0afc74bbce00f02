import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "./clean-text.ts";

const FAMILY = "👨‍👩‍👧‍👦"; // 11 UTF-16 units, one character to the reader

describe("cleanText", () => {
  it.each([
    ["  one\n\ttwo\u00a0 three\u2028four \u0085 ", "one two three four"],
    ["nul\0 and\u0007 bell\u007f \u009bC1", "nul and bell C1"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["\u2066isolated\u2069 \u202aembedded\u202c", "isolated embedded"],
    ["\ufeffmark soft\u00adhyphen zero\u200bwidth", "mark softhyphen zerowidth"],
    ["lone \ud800 surrogate", "lone \ufffd surrogate"],
    ["private \ue000 use \u{10ffff}", "private use"],
    ["e\u0301", "é"],
    [`${FAMILY} می\u200cخواهم`, `${FAMILY} می\u200cخواهم`],
  ])("makes %j the line %j", (text, line) => {
    expect(cleanText(text, 100)).toBe(line);
  });

  it.each([undefined, "", "  \n ", "\u202e\0\u200b"])("makes nothing of %j", (text) => {
    expect(cleanText(text, 100)).toBeUndefined();
  });

  it("cuts at the end of a character as the reader sees it", () => {
    expect(cleanText("abcdef", 4)).toBe("abcd");
    expect(cleanText("abc def", 4)).toBe("abc");
    expect(cleanText("ab😀", 3)).toBe("ab");
    expect(cleanText(`a${FAMILY}${FAMILY}`, 20)).toBe(`a${FAMILY}`);
    expect(cleanText("🇩🇪🇫🇷", 6)).toBe("🇩🇪");
  });

  it("cuts a character without end between code points", () => {
    const zalgo = `a${"\u0301\u0489".repeat(1000)}`;
    expect(cleanText(zalgo, 10)).toHaveLength(10);
    expect(cleanText(FAMILY, 4)).toBe("👨‍");
  });

  it("is always well-formed, in its limit, and clean already when cleaned again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const line = cleanText(text, limit);
        if (line === undefined) return;
        expect(line.isWellFormed()).toBe(true);
        expect(line.length).toBeLessThanOrEqual(limit);
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(cleanText(line, limit)).toBe(line);
      }),
      { numRuns: 2000 },
    );
  });
});
