import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { demandNode } from "./node-version.mjs";

/** Checks the version of Node.js and installs the dependencies if need be. */
export async function prepare() {
  demandNode();
  await ensureInstalled();
}

/** Does what {@link prepare} does, and builds the programs if need be. */
export async function prepareBuilt() {
  await prepare();
  await ensureBuilt();
}
