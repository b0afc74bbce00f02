import { describe, expect, test } from "vitest";
import { faultsCsv, uploadFailure } from "./upload.ts";

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

test.each(["＝1+1", "a;=1+1", ";@SUM(1)"])("%j is computed in no country either", (text) => {
  expect(faultsCsv([{ entry: 1, text, reason: "" }])).not.toMatch(/[,;][=＝@]/);
});
