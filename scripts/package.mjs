// `npm run package [-- <folder>]`: builds, and packs what `npx satchel` installs, into release/ or that folder.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pack, writeTree } from "./lib/package-tree.mjs";
import { prepareBuilt } from "./lib/prepare.mjs";
import { root } from "./lib/root.mjs";

const [destination = join(root, "release")] = process.argv.slice(2);
await prepareBuilt();
const scratch = mkdtempSync(join(tmpdir(), `satchel-package-${process.pid}-`));
try {
  await writeTree(scratch);
  const file = pack(scratch, resolve(destination));
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
