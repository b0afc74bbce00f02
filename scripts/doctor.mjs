// `npm run doctor`: checks the whole of a Satchel on this machine. Its output is for people and programs, so no progress of a
// build goes among it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { demandNode } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";

const ENTRY = join(root, "services/standalone/dist/doctor.js");

demandNode();
if (!existsSync(ENTRY)) {
  console.error("Satchel is not built here yet: run npm start, or npm ci and npm run build.");
  process.exit(1);
}
await import(pathToFileURL(ENTRY).href);
