import { describe, expect, it } from "vitest";
import { codeDigits, isWholeCode } from "./CodeForm.tsx";

describe("a verification code as it is typed", () => {
  it.each([
    ["407219", "407219"],
    ["407 219", "407219"],
    ["Your code: 407219.", "407219"],
    ["40a7", "407"],
    ["4072199", "407219"],
    ["", ""],
  ])("%j is taken as %j", (typed, taken) => {
    expect(codeDigits(typed)).toBe(taken);
  });

  it("can be sent at exactly six digits", () => {
    expect(["", "40721", "407219"].map(isWholeCode)).toEqual([false, false, true]);
  });
});
