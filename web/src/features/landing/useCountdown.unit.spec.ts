import { expect, test } from "vitest";
import { secondsUntil } from "./CodeForm.tsx";

test.each([
  [30_000, 30],
  [29_999, 30],
  [1, 1],
  [0, 0],
  [-5000, 0],
])("%i ms before the end there are %i seconds left", (milliseconds, seconds) => {
  expect(secondsUntil(1_700_000_000_000 + milliseconds, 1_700_000_000_000)).toBe(seconds);
});
