import { SEARCH_CHARS } from "@satchel/contracts";
import { expect, test } from "vitest";
import { aLink } from "../../links/aLink.ts";
import { forgottenOf, searchOfDay } from "./Memories.tsx";

test("given a day, then the search names it in each of the ten years before, and is no longer than a search may be", () => {
  const search = searchOfDay(new Date(2026, 10, 24));
  expect(search).toMatch(/^saved:2025-11-24 or saved:2024-11-24 or .* or saved:2016-11-24$/);
  expect(search.length).toBeLessThanOrEqual(SEARCH_CHARS);
});

test("given the 29th of February, then only years are named that have it", () => {
  expect(searchOfDay(new Date(2028, 1, 29))).toBe("saved:2024-02-29 or saved:2020-02-29");
});

test("given links that nobody opened, then three of the oldest are shown that are a month old and not in the list above", () => {
  const now = new Date("2026-11-24T12:00:00Z");
  const links = ["2020-01-01", "2021-01-01", "2022-01-01", "2023-01-01", "2026-11-01"].map((day, n) => ({
    ...aLink(`${n}`),
    saved_at: `${day}T12:00:00.000Z`,
  }));
  const idsOf = (above: typeof links, of = links) =>
    forgottenOf(of, above, now).map(({ saved_at }) => saved_at.slice(0, 4));
  expect(idsOf([])).toEqual(["2020", "2021", "2022"]);
  expect(idsOf(links.slice(1, 2))).toEqual(["2020", "2022", "2023"]);
  expect(idsOf([], links.slice(3))).toEqual(["2023"]);
});
