import { afterEach, expect, test } from "vitest";
import { callOf } from "./command.ts";

const { argv } = process;
afterEach(() => {
  process.argv = argv;
});

test.each([
  ["/srv/satchel/services/standalone/dist/backup.js", "npm run backup --", "npm run enrich:again --"],
  ["satchel doctor", "npx satchel backup", "npx satchel enrich-again"],
])("a program that runs as %s calls others as it is called", (running, backup, refetch) => {
  process.argv = ["node", running];
  expect([callOf("backup"), callOf("enrich-again")]).toEqual([backup, refetch]);
});
