import { SEARCH_CHARS } from "@satchel/contracts";
import { expect, test } from "vitest";
import { searchOfDay } from "./OnThisDay.tsx";

test("given a day, then the search names it in each of the ten years before, and is no longer than a search may be", () => {
  const search = searchOfDay(new Date(2026, 10, 24));
  expect(search).toMatch(/^saved:2025-11-24 or saved:2024-11-24 or .* or saved:2016-11-24$/);
  expect(search.length).toBeLessThanOrEqual(SEARCH_CHARS);
});

test("given the 29th of February, then only years are named that have it", () => {
  expect(searchOfDay(new Date(2028, 1, 29))).toBe("saved:2024-02-29 or saved:2020-02-29");
});
