import { describe, expect, test } from "vitest";
import { faultsCsv, percentIn, readAnswer, uploadFailure } from "./upload.ts";

describe("the answer to an upload", () => {
  test("is the import that began", () => {
    expect(readAnswer(202, '{"id":"x"}')).toEqual({ data: { id: "x" } });
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

describe("what is said of a file that was not taken", () => {
  test.each([
    [400, "The file is in no format that can be imported", "The file is in no format that can be imported"],
    [413, "", "The file is too large; at most 100 MB can be imported"],
    [429, "Other imports are under way. Please wait until they are done.", undefined],
    [429, "", "Too many requests. Please try again later."],
    [401, "Not authenticated", "An unexpected error occurred. Please try again."],
    [500, "stack trace", "An unexpected error occurred. Please try again."],
    [0, "TypeError", "That can't be done while Satchel can't be reached. Please try again later."],
  ])("%i %s", (status, detail, text) => expect(uploadFailure({ status, detail })).toBe(text ?? detail));
});

test("the skipped entries are a table that no spreadsheet computes", () => {
  const csv = faultsCsv([
    { entry: 4, text: '=HYPERLINK("http://evil.example")', reason: "No web address." },
    { entry: 1001, text: "a, b\nc", reason: "-" },
  ]);
  expect(csv).toBe(
    '\uFEFFentry,text,reason\r\n4,"\'=HYPERLINK(""http://evil.example"")",No web address.\r\n1001,"a, b\nc",\'-\r\n',
  );
});

test("a share is whole and never 100 before the end", () => {
  expect(percentIn("en", 0.999)).toBe("99%");
  expect(percentIn("en", 1)).toBe("100%");
  expect(percentIn("de", 0.05)).toBe("5\u00a0%");
});

test.each(["＝1+1", "a;=1+1", ";@SUM(1)"])("%j is computed in no country either", (text) => {
  expect(faultsCsv([{ entry: 1, text, reason: "" }])).not.toMatch(/[,;][=＝@]/);
});
