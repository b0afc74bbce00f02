import { expect, it } from "vitest";
import { yearsBeyond } from "./yearsBeyond.ts";

it.each([
  ["2026-05-01T12:00:00Z", "2023-05-01T12:00:00Z", [2026, 2025, 2024, 2023]],
  ["2023-05-01T12:00:00Z", "2025-05-01T12:00:00Z", [2023, 2024, 2025]],
  ["2026-05-01T12:00:00Z", "2026-02-01T12:00:00Z", [2026]],
])("the years from %s to %s are %j", (from, to, years) => {
  expect(yearsBeyond(from, to)).toEqual(years);
});
