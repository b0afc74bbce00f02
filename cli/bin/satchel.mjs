#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=8
// `npx satchel`, in a checkout and in the published package: a command of the archive, or a program of the server. Memory is
// limited as for `npm start` (decision 72). In a checkout, builds what was never built.
import { existsSync } from "node:fs";
import { demandNode } from "../../scripts/lib/node-version.mjs";
import { endWithParent } from "../../scripts/lib/parent.mjs";

demandNode();
const commands = new URL("../dist/main.js", import.meta.url);
if (!existsSync(commands)) {
  const { ensureBuilt } = await import("../../scripts/lib/build.mjs");
  await ensureBuilt();
}
const { serverPrograms } = await import("../dist/server.js");
const [name] = process.argv.slice(2);
const program = Object.hasOwn(serverPrograms, name ?? "") ? serverPrograms[name] : undefined;
if (program === undefined) await import(commands.href);
else {
  // The program reads its own arguments where it always finds them.
  process.argv.splice(1, 2, `satchel ${name}`);
  if (name === "serve") endWithParent();
  await import(new URL(`../../${program.file}`, import.meta.url).href);
}
