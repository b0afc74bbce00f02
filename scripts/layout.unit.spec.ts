import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const services = fileURLToPath(new URL("../services", import.meta.url));

/** What stands in a service's `src` beside folders; a spec of one may stand with it. */
const ROOT = /^(?:service|main|config|limits|index)(?:\.[a-z]+\.spec)?\.ts$/u;

const RULES = ["domain", "commands", "policies"];
const TABLES = ["projection", "queries"];

describe.each([
  ["identity", [...RULES, ...TABLES]],
  ["links", [...RULES, ...TABLES]],
  ["folders", [...RULES, ...TABLES]],
  ["search", ["domain", "policies", ...TABLES]],
  ["mail-ingest", [...RULES, ...TABLES]],
  ["enrichment", RULES],
  ["archive", [...RULES, ...TABLES]],
  ["gateway", []],
  ["admin", []],
])("given the service %s", (service, folders) => {
  const source = join(services, service, "src");

  test("then its src has nothing but folders and the five files that every service has", async () => {
    const entries = await readdir(source, { withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile() && !ROOT.test(entry.name)).map(({ name }) => name)).toEqual([]);
  });

  test("then what it decides, does and shows is where every service has it", async () => {
    expect(await readdir(source)).toEqual(expect.arrayContaining(folders));
  });
});

test.each(["identity", "links", "folders", "search", "archive", "mail-ingest"])(
  "the gateway imports the queries of %s from their folder",
  async (service) => {
    const { exports } = JSON.parse(await readFile(join(services, service, "package.json"), "utf8")) as {
      exports: Record<string, Record<string, string>>;
    };
    expect(exports["./queries"]?.["@satchel/source"]).toBe("./src/queries/index.ts");
  },
);
