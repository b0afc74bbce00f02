import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { serviceSchemas } from "../test/service-schemas.ts";
import { Settings } from "./settings.ts";

const root = join(import.meta.dirname, "../../..");
const text = (file: string): string => readFileSync(join(root, file), "utf8");

type Default = string | number | boolean | readonly string[];

/** The default of each setting, of `npm start` or else of the service that has it; undefined where there is none. */
const defaults = new Map<string, Default | undefined>(
  [...Object.values(serviceSchemas), Settings].flatMap((schema) =>
    Object.entries(schema.properties as Record<string, { default?: Default }>).map(
      ([name, { default: value }]) => [name, value] as const,
    ),
  ),
);

/** The rows of a page's tables of settings: name, and default as it is written there. */
const settingsIn = (file: string): [string, string][] =>
  [...text(file).matchAll(/^\| `(?<name>[A-Z_]+)`[^|]* \| (?<value>[^|]+?) \|/gmu)].map(({ groups }) => [
    groups?.["name"] ?? "",
    groups?.["value"]?.replaceAll("`", "") ?? "",
  ]);

describe.each(["README.md", "docs/operations/mail.md"])("given the settings in %s", (file) => {
  const documented = settingsIn(file);

  test("then there are such settings", () => {
    expect(documented.length).toBeGreaterThan(0);
    expect(documented.map(([name]) => name).filter((name) => !defaults.has(name) && !name.startsWith("OTEL_"))).toEqual(
      [],
    );
  });

  test("then their defaults are those of the programs", () => {
    const wrong = documented.filter(([name, written]) => {
      const value = defaults.get(name);
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return false;
      const shown = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
      return !written.startsWith(shown);
    });
    expect(wrong.map(([name, written]) => [name, written, defaults.get(name)])).toEqual([]);
  });
});

test("given the volumes in docs/operations/deploy.md, then they are those of docker-compose.yml", () => {
  const { volumes } = parse(text("docker-compose.yml"), { merge: true }) as { volumes: Record<string, unknown> };
  const [, table = ""] =
    /\| volume \| holds \|[^\n]*\n[^\n]*\n((?:\|[^\n]*\n)+)/u.exec(text("docs/operations/deploy.md")) ?? [];
  const documented = [...table.matchAll(/^\| `([a-z-]+)` \|/gmu)].map(([, name]) => name);
  expect(documented.sort()).toEqual(Object.keys(volumes).sort());
});
