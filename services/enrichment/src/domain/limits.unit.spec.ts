import * as contracts from "@satchel/contracts";
import { expect, it } from "vitest";
import * as own from "./limits.ts";

it("the limits that other parts share are the ones of the contracts", () => {
  const shared = Object.entries(own).filter(([name]) => name in contracts);
  expect(shared.map(([name]) => name).sort()).toEqual([
    "DESCRIPTION_CHARS",
    "TAGS_FROM_PAGE",
    "TAG_CHARS",
    "TITLE_CHARS",
    "URL_CHARS",
  ]);
  const theirs = new Map<string, unknown>(Object.entries(contracts));
  for (const [name, value] of shared) expect(value).toBe(theirs.get(name));
});
