import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { declared } from "../test/declared-commands.ts";
import { documentedCommands } from "../test/documented-commands.ts";

/** The spec that runs commands as they stand in the documents. */
const proof = readFileSync(join(import.meta.dirname, "documented-commands.proof.spec.ts"), "utf8");

/** Whether the proof runs a command: by its text, or because it runs all of such. */
const isRun = (file: string, command: string): boolean =>
  proof.includes(JSON.stringify(command)) ||
  command.startsWith("node -e") ||
  (command.startsWith("curl ") && file === "docs/api/README.md");

test("every documented command is run by the proof, or declared with what can be known of it without running it", async () => {
  const used = new Set<RegExp>();
  const unknown: string[] = [];
  for (const { file, command } of documentedCommands()) {
    if (isRun(file, command)) continue;
    for (const part of command.startsWith("#!") || command.startsWith("cat >") ? [command] : command.split(" && ")) {
      const entry = declared.find(({ matches }) => matches.test(part));
      if (entry === undefined) unknown.push(`${file}: ${part}`);
      else used.add(entry.matches);
      await entry?.check?.(part);
    }
  }
  expect(unknown).toEqual([]);
  expect(declared.filter(({ matches }) => !used.has(matches))).toEqual([]);
});
