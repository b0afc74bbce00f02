// `npm run sbom`: writes which packages of others are delivered with Satchel, as CycloneDX, from the lockfile.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./lib/root.mjs";

const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const folder = join(root, "release");
const file = join(folder, `satchel-${version}.cdx.json`);
const args = [
  "sbom",
  "--package-lock-only",
  "--omit",
  "dev",
  "--sbom-format",
  "cyclonedx",
  "--sbom-type",
  "application",
];
const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
const { components } = JSON.parse(stdout);
await mkdir(folder, { recursive: true });
await writeFile(file, stdout);
console.log(`${file}: ${components.length} packages`);
