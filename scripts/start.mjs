// `npm start`: installs and builds what is missing, then becomes Satchel. One process, so that a signal reaches it.
import { pathToFileURL } from "node:url";
import { ENTRY, ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { endWithParent } from "./lib/parent.mjs";

demandNode();
endWithParent();
await ensureInstalled();
await ensureBuilt();
await import(pathToFileURL(ENTRY).href);
