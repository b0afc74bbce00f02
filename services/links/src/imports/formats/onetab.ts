import { PIECE_CHARS } from "../limits.ts";
import type { Parse } from "./entry.ts";

/**
 * OneTab's export: a line for each tab, with address, bar and title. Blank lines separate groups. A list of addresses is read
 * by the same rule; there the title stands behind a blank.
 */
export const parseOneTab: Parse = async function* (open) {
  for await (const line of lines(open())) {
    const [, url = "", title = ""] = /^\s*(\S+)(?:\s+\|(?=\s))?(.*)$/s.exec(line) ?? [];
    if (url !== "") yield { kind: "bookmark", url, title: title.trim() };
  }
};

/** The lines of a text, long ones cut. */
async function* lines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = "";
  for await (const piece of text) {
    const parts = piece.split(/\r\n|\r|\n/);
    const last = parts.pop() ?? "";
    for (const part of parts) {
      yield begun + part;
      begun = "";
    }
    begun = (begun + last).slice(0, PIECE_CHARS);
  }
  if (begun !== "") yield begun;
}
