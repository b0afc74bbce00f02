import { NOTES_CHARS } from "@satchel/contracts";
import { expect, test } from "vitest";
import { readMail } from "../read-mail.ts";

const read = (...lines: string[]) => {
  const { note, urls } = readMail(Buffer.from(lines.join("\r\n")));
  return { note, urls };
};
const html = (body: string) => read("Content-Type: text/html; charset=utf-8", "", body);
const PAGE = "https://page.example/a";

test.each<[string, string[], string | undefined]>([
  ["the first line", ["", "note: for the trip", PAGE], "for the trip"],
  ["with a capital", ["", "", "Note: x", "", PAGE], "x"],
  ["in German", ["", "Notiz: für später", PAGE], "für später"],
  ["with an address in it", ["", "note: see https://not.example/saved too", PAGE], "see https://not.example/saved too"],
  [
    "that a program has broken",
    ["", "note: words that fill a line so that a program breaks it in the midst of", "the sentence", "", PAGE],
    "words that fill a line so that a program breaks it in the midst of the sentence",
  ],
  ["of flowed text", ["Content-Type: text/plain; format=flowed", "", "note: one ", "two", PAGE], "one two"],
  ["behind another line", ["", "Hello", "note: x", PAGE], undefined],
  ["without a word", ["", "note:", PAGE], undefined],
  ["of a quote", ["", "> note: x", "", PAGE], undefined],
  ["in a word", ["", "notes: x", PAGE], undefined],
])("a note %s is read, and its addresses are not saved", (_name, lines, note) => {
  expect(read(...lines)).toEqual({ note, urls: [PAGE] });
});

test.each<[string, string, string | undefined]>([
  ["a block", `<div>note: a &amp; <b>b</b> <a href="https://not.example">x</a></div><p>${PAGE}</p>`, "a & b x"],
  ["broken by a line", `<div dir="ltr">Note: one<br>${PAGE}</div>`, "one"],
  ["behind styles", `<html><head><style>p{}</style><title>t</title></head><body><p></p><p>note: y</p>${PAGE}`, "y"],
  ["at the end of all", `<a href="${PAGE}">z</a>`, undefined],
])("a note in HTML: %s", (_name, body, note) => {
  expect(html(body)).toEqual({ note, urls: [PAGE] });
});

test("of alternatives that of the HTML counts, and both are without it", () => {
  const both = (plain: string[], rich: string) =>
    read(
      'Content-Type: multipart/alternative; boundary="b"',
      "",
      "--b",
      "",
      ...plain,
      "--b",
      "Content-Type: text/html",
      "",
      rich,
      "--b--",
    );
  expect(both(["note: a long line", "goes on", PAGE], `<p>note: a long line goes on</p><p>${PAGE}</p>`)).toEqual({
    note: "a long line goes on",
    urls: [PAGE],
  });
  expect(both(["note: https://no.example", PAGE], `<p>note: https://no.example</p><p>look</p>`)).toEqual({
    note: "https://no.example",
    urls: [PAGE],
  });
});

test("a note is cut at its limit, without what shows nothing, and hostile texts end in time", () => {
  expect(read("", `note: a\u202eb${"x".repeat(2 * NOTES_CHARS)}`, PAGE).note).toHaveLength(NOTES_CHARS);
  expect(read("", "note: a\u202eb\u0007c", PAGE).note).toBe("abc");
  for (const body of ["<b>".repeat(100_000), "note: ".repeat(100_000), "<p>".repeat(100_000), "&#x;".repeat(100_000)]) {
    expect(html(body).urls).toEqual([]);
  }
});
