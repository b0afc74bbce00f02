import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "./program.ts";
import { serverPrograms } from "./server.ts";

const root = join(import.meta.dirname, "../..");

test("no program of the server takes the name of a command of the archive", () => {
  const commands = createProgram().commands.map((command) => command.name());
  expect(Object.keys(serverPrograms).filter((name) => commands.includes(name))).toEqual([]);
});

test.each(Object.entries(serverPrograms))("satchel %s starts what is there", (_name, { file }) => {
  expect(existsSync(join(root, file.replace("/dist/", "/src/").replace(/(src\/.*)\.js$/, "$1.ts")))).toBe(true);
});

test("satchel --help names the programs of the server", () => {
  let said = "";
  createProgram()
    .configureOutput({ writeOut: (text) => (said += text) })
    .exitOverride()
    .outputHelp();
  for (const [name, { description }] of Object.entries(serverPrograms)) {
    expect(said).toMatch(new RegExp(`^ +${name} +${description}`, "m"));
  }
});
