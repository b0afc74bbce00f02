// `node scripts/production-tree.mjs <folder>`: puts together what a container runs. What it takes has to be built.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { root } from "./lib/root.mjs";
import { demand } from "./lib/run.mjs";

/** Services that run in containers, and what they stand on. Their packages are installed. */
const INSTALLED = ["contracts", ...["chassis", "identity", "links", "folders", "mail-ingest", "enrichment"], "gateway", "backup"];
/** Their programs are one file each and need no further package. */
const PROGRAMS = ["backup", "restore", "rebuild", "enrich-again"];

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node scripts/production-tree.mjs <folder>");
  process.exit(64);
}
const target = resolve(folder);
const workspaces = INSTALLED.map((name) => (name === "contracts" ? name : `services/${name}`));

const copy = (path) => {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(root, path), join(target, path), { recursive: true, filter: (file) => !/\.(tsbuildinfo|d\.ts|map)$/.test(file) });
};

// npm compares the whole lockfile with all workspaces, so all of them are named while it installs a part.
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const all = Object.keys(lock.packages).filter((path) => path !== "" && !path.includes("node_modules/"));
for (const path of ["package.json", "package-lock.json", ".npmrc", ...all.map((name) => `${name}/package.json`)]) {
  if (existsSync(join(root, path))) copy(path);
}
const chosen = workspaces.flatMap((name) => ["-w", name]);
await demand("Installing the packages", "npm", ["ci", "--prefix", target, "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", ...chosen], {
  quiet: true,
});
for (const name of all.filter((path) => !workspaces.includes(path))) rmSync(join(target, name), { recursive: true });
for (const name of readdirSync(join(target, "node_modules/@satchel"))) {
  if (!existsSync(join(target, "node_modules/@satchel", name))) rmSync(join(target, "node_modules/@satchel", name));
}
for (const name of workspaces) copy(`${name}/dist`);
for (const name of PROGRAMS) copy(`services/standalone/dist/${name}.js`);
copy("services/standalone/package.json");
copy("web/dist");
copy("LICENSE");
