import { expect, test } from "vitest";
import { wantedOf } from "./session.slice.ts";

test("the address that was wanted is gone to after signing in", () => {
  expect(wantedOf({ wanted: "/share?url=https%3A%2F%2Fa.example" })).toBe("/share?url=https%3A%2F%2Fa.example");
});

test.each([
  undefined,
  null,
  "x",
  {},
  { wanted: 1 },
  { wanted: "//evil.example" },
  { wanted: "/\\evil.example" },
  { wanted: "https://evil.example" },
])("a state like %j leads nowhere", (state) => {
  expect(wantedOf(state)).toBeUndefined();
});
