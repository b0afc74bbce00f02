import { expect, test } from "vitest";
import { readRefetchArguments } from "./refetch-arguments.ts";

const user = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01";
const failed = { kind: "failed" };
const old = { kind: "older-than", days: 30 };

test.each([
  ["--where failed", { where: failed, dryRun: false }],
  ["--where failed --dry-run", { where: failed, dryRun: true }],
  [`--where=failed --user ${user}`, { where: failed, userId: user, dryRun: false }],
  ["--where older-than 30", { where: old, dryRun: false }],
  ["--where older-than --days 30", { where: old, dryRun: false }],
  ["--where older-than 0", { where: { kind: "older-than", days: 0 }, dryRun: false }],
])("given %s, then it is understood", (line, wanted) => {
  expect(readRefetchArguments(line.split(" "))).toEqual(wanted);
});

test.each([
  "",
  "--where",
  "--where all",
  "--where failed 30",
  "--where older-than",
  "--where older-than -1",
  "--where older-than 1e3",
  "--where older-than 99999999999",
  "--where older-than 1 2",
  "--where failed --user ada@example.org",
  "--where failed --user ../x",
  "--what failed",
])("given %j, then it is not", (line) => {
  expect(readRefetchArguments(line.split(" ").filter((word) => word !== ""))).toBeUndefined();
});
