import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import * as upstream from "./upstream.ts";

const { UPSTREAM } = upstream;
const haraka = (file: string): string => readFileSync(createRequire(import.meta.url).resolve(`haraka/${file}`), "utf8");

test.each(
  Object.entries(UPSTREAM).flatMap(([name, lines]) => lines.map(([file, line]) => [name, file, line] as const)),
)("%s is needed while Haraka's %s says %s", (name, file, line) => {
  expect(Object.keys(upstream)).toContain(name);
  expect(haraka(file)).toContain(line);
});

test("no class of Haraka's is changed", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !name.includes(".spec."));
  expect(files).toContain("upstream.ts");
  for (const file of files) {
    const source = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    expect(source, file).not.toMatch(/prototype|haraka\/(?:connection|transaction|server|plugins)/);
  }
});
