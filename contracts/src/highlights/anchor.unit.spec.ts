import { describe, expect, test } from "vitest";
import { anchoring } from "./anchor.ts";
import { selectorsOf } from "./selectors.ts";

const TEXT = [
  "The saddler cuts the hide along the spine, because the fibres run straight there.",
  "He marks each piece with a bone folder, and only then takes the round knife.",
  "Waxed thread holds longer than nylon, he says, and anyone on a mountain believes him.",
  "Most customers wait eleven weeks; the oldest order in his book is from a school.",
].join("\n");

const rangeOf = (text: string, part: string, from = 0) => {
  const start = text.indexOf(part, from);
  return { start, end: start + part.length };
};
const marked = (text: string, part: string) => {
  const selectors = selectorsOf(text, rangeOf(text, part));
  if (selectors === undefined) throw new Error(`${part} has no words`);
  return selectors;
};
/** What is marked of a text after it became another one. */
const shown = (before: string, part: string, after: string): string | undefined => {
  const range = anchoring(after).find(marked(before, part));
  return range && after.slice(range.start, range.end);
};

describe("given a text that is as it was", () => {
  test.each([
    ["a sentence", "He marks each piece with a bone folder"],
    ["a part of a word", "ad hol"],
    ["a word that is there often", "the"],
    ["words of two blocks", "straight there.\nHe marks"],
  ])("when %s is looked for, then it is where it was", (_, part) => {
    expect(anchoring(TEXT).find(marked(TEXT, part))).toEqual(rangeOf(TEXT, part));
  });

  test("when there are characters of two units before it, then its position counts code points", () => {
    const text = "👜 A bag 👜 and a 👜 second bag 👜 of leather";
    const part = "second bag 👜 of";
    const selectors = marked(text, part);
    expect(selectors.position).toEqual({ start: 18, end: 33 });
    expect(anchoring(text).find(selectors)).toEqual(rangeOf(text, part));
  });

  test("when the position is not where its quotation is, then the quotation counts", () => {
    const selectors = { ...marked(TEXT, "bone folder"), position: { start: 0, end: 11 } };
    expect(anchoring(TEXT).find(selectors)).toEqual(rangeOf(TEXT, "bone folder"));
  });
});

describe("given a text that changed", () => {
  test("when something stands before it, then it is found behind that", () => {
    expect(shown(TEXT, "the round knife", `Ten years ago.\n${TEXT}`)).toBe("the round knife");
  });

  test("when lines are broken elsewhere, then it is found", () => {
    expect(shown(TEXT, "straight there.\nHe marks", TEXT.replaceAll("\n", " "))).toBe("straight there. He marks");
  });

  test("when a word of it was replaced, then it is found with that word", () => {
    const after = TEXT.replace("bone folder", "steel folder");
    expect(shown(TEXT, "marks each piece with a bone folder, and only", after)).toBe(
      "marks each piece with a steel folder, and only",
    );
  });

  test("when its first and last words are gone, then only its own words are marked", () => {
    const after = TEXT.replace("He marks each", "She cuts each").replace("round knife.", "sharp blade.");
    expect(shown(TEXT, "marks each piece with a bone folder, and only then takes the round", after)).toBe(
      "each piece with a bone folder, and only then takes the",
    );
  });

  test("when its words are gone, then it is nowhere", () => {
    expect(shown(TEXT, "Waxed thread holds longer than nylon", TEXT.split("\n").toSpliced(2, 1).join("\n"))).toBe(
      undefined,
    );
  });

  test("when its words are elsewhere while its own place was edited, then it is not marked elsewhere", () => {
    const before = `${TEXT}\nNobody takes the round knife home, says the owner of the tannery next door.`;
    const after = before.replace("only then takes the round knife.", "only then takes out a saw.");
    expect(shown(before, "takes the round knife", after)).toBe(undefined);
  });

  test("when two places are equal, then it is nowhere, since nobody knows which one was meant", () => {
    const line = "Stitch it seven to the inch along all of its edges, slowly.";
    const before = [line, ...TEXT.split("\n"), line].join("\n");
    const selectors = {
      ...marked(before, "seven to the inch"),
      quote: { exact: "seven to the inch", prefix: "", suffix: "" },
    };
    expect(anchoring(`${before} Twice.`).find(selectors)).toBe(undefined);
  });

  test("when it is a word that is within others, then these are not marked", () => {
    expect(shown("An art of its own", "art", "A party, a cart and a heart, but nothing of its own")).toBe(undefined);
  });

  test("when the text is written without spaces, then it is found by its characters", () => {
    const before = "鞄は革で作られています。職人は毎朝、革を裁ちます。糸には蝋を引きます。";
    const after = before.replace("毎朝", "毎日").replace("鞄は", "この鞄は");
    expect(shown(before, "職人は毎朝、革を裁ちます", after)).toBe("職人は毎日、革を裁ちます");
  });
});

describe("given a quotation without its surroundings, as an import has it", () => {
  const find = (exact: string) =>
    anchoring(TEXT).find({ quote: { exact, prefix: "", suffix: "" }, position: null, textHash: null });

  test("when it is there once, with other white space, then it is found", () => {
    expect(find("run  straight there.\n\nHe marks")).toEqual(rangeOf(TEXT, "run straight there.\nHe marks"));
  });
  test.each([["the"], [" "], ["something that is nowhere in it at all"]])(
    "when it is %j, then it is nowhere",
    (exact) => {
      expect(find(exact)).toBe(undefined);
    },
  );
});

describe("given hostile selectors", () => {
  test.each([
    ["a position behind the end", { start: 10 ** 9, end: 10 ** 9 + 5 }, "bone folder"],
    ["a negative position", { start: -5, end: 3 }, "bone folder"],
    ["an end before its start", { start: 9, end: 3 }, "bone folder"],
  ])("when there is %s, then the quotation counts", (_, position, part) => {
    expect(anchoring(TEXT).find({ ...marked(TEXT, part), position })).toEqual(rangeOf(TEXT, part));
  });

  test("when one character is repeated ten thousand times, then an answer comes", () => {
    const text = "a ".repeat(50_000);
    const quote = { exact: "a ".repeat(4000), prefix: "b ".repeat(100), suffix: "a ".repeat(100) };
    expect(anchoring(text).find({ quote, position: null, textHash: null })).toBe(undefined);
  });
});
