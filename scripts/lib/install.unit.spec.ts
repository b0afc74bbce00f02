import { expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

const pg = { version: "8.23.1", integrity: "sha512-a" };
const lockfile = JSON.stringify({
  packages: {
    "": { name: "satchel" },
    "services/links": { version: "0.1.0" },
    "node_modules/@satchel/links": { resolved: "services/links", link: true },
    "node_modules/pg": pg,
    "node_modules/fsevents": { version: "2.3.3", integrity: "sha512-b", optional: true },
  },
});
const link = { resolved: "services/links", link: true };
const record = (packages: object) => JSON.stringify({ packages });

test("given all that the lockfile names, but for other platforms' packages, then nothing has to be installed", () => {
  expect(isInstalled(lockfile, record({ "node_modules/@satchel/links": link, "node_modules/pg": pg }))).toBe(true);
});

test.each([
  ["no record", undefined],
  ["a missing package", record({ "node_modules/@satchel/links": link })],
  ["a missing workspace", record({ "node_modules/pg": pg })],
  ["another version", record({ "node_modules/@satchel/links": link, "node_modules/pg": { ...pg, version: "8.0.0" } })],
  ["other bytes", record({ "node_modules/@satchel/links": link, "node_modules/pg": { ...pg, integrity: "sha512-x" } })],
])("given %s, then the dependencies have to be installed", (_what, installed) => {
  expect(isInstalled(lockfile, installed)).toBe(false);
});
