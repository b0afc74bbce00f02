import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { endOfAddress } from "./address-end.ts";
import { linksInText } from "./text-links.ts";

const table = readFileSync(new URL("../../../test/addresses.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.includes("\t"))
  .map((line) => line.replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))))
  .map((line) => line.split("\t") as [string, string]);

describe("an address in a line of text begins and ends where people expect it", () => {
  test.each(table)("%j: %s", (line, addresses) => expect(linksInText(line).join(" ")).toBe(addresses));
});

test("the end of an address is found in linear time, for any text", () => {
  for (const piece of ["a(", "(", "a漢", "漢", "a&", "'", "*", "_", "a\u200d", "…", "h", "https:/", "[/", "%"]) {
    const text = `https://page.example/${piece.repeat(300_000)}`;
    expect(endOfAddress(text, 0)).toBeLessThanOrEqual(text.length);
    expect(linksInText(`https://page.example/${piece}`.repeat(20_000)).length).toBeLessThanOrEqual(20_000);
  }
});
