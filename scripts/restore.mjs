// `npm run restore -- --from <file>`: restores a backup. Installs and builds what is missing.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";

demandNode();
await ensureInstalled();
await ensureBuilt();
await import("../services/standalone/dist/restore.js");
