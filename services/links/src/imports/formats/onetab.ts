import type { Parse } from "./entry.ts";
import { lines } from "./lines.ts";

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
