#!/usr/bin/env node
// `npx satchel` in a checkout: builds the program if it was never built, then becomes it.
import { existsSync } from "node:fs";

const program = new URL("../dist/main.js", import.meta.url);
if (!existsSync(program)) {
  const { ensureBuilt } = await import("../../scripts/lib/build.mjs");
  await ensureBuilt();
}
await import(program.href);
