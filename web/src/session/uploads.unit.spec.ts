import { describe, expect, test } from "vitest";
import { percentIn, readAnswer } from "./uploads.ts";

describe("the answer to an upload", () => {
  test.each([200, 201, 202])("%i is what it says", (status) => {
    expect(readAnswer(status, '{"id":"x"}')).toEqual({ data: { id: "x" } });
  });

  test.each([
    [
      400,
      '{"detail":"The file is in no format that can be imported"}',
      "The file is in no format that can be imported",
    ],
    [502, "<html>Bad Gateway</html>", ""],
    [500, '{"detail":7}', ""],
    [500, "null", ""],
  ])("%i %s is why it failed", (status, text, detail) => {
    expect(readAnswer(status, text)).toEqual({ problem: { status, detail } });
  });

  test("202 with something else in it, and no answer at all, count as none", () => {
    expect(readAnswer(202, "<html>Sign in to the hotel</html>").problem?.status).toBe(0);
    expect(readAnswer(0, "").problem?.status).toBe(0);
  });
});

test("a share is whole and never 100 before the end", () => {
  expect(percentIn("en", 0.999)).toBe("99%");
  expect(percentIn("en", 1)).toBe("100%");
  expect(percentIn("de", 0.05)).toBe("5\u00a0%");
});
