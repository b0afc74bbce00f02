// Installs the dependencies if need be: the first step of `.ci/run`.
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";

demandNode();
await ensureInstalled();
