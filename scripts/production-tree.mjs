// `node scripts/production-tree.mjs <folder>`: puts together what a container runs. What it takes has to be built.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FOR_DEVELOPMENT, prune } from "./lib/prune.mjs";
import { root } from "./lib/root.mjs";
import { demand } from "./lib/run.mjs";

/** Services that run in containers, and what they stand on. Their packages are installed. */
const INSTALLED = [
  "contracts",
  "client",
  "services/admin",
  "services/archive",
  "services/post",
  "services/backup",
  "services/chassis",
  "services/enrichment",
  "services/folders",
  "services/search",
  "services/gateway",
  "services/identity",
  "services/links",
  "services/mail-ingest",
];
/** Their programs are one file each and need no further package. */
const PROGRAMS = ["backup", "restore", "rebuild", "scrub", "enrich-again"];

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node scripts/production-tree.mjs <folder>");
  process.exit(64);
}
const target = resolve(folder);

const copy = (path) => {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(root, path), join(target, path), { recursive: true, filter: (file) => !FOR_DEVELOPMENT.test(file) });
};

/** Names without what only development takes, in a package.json and in its entry in the lockfile alike. */
const withoutDevelopment = (entry) => ({ ...entry, devDependencies: undefined, scripts: undefined });
const json = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const write = (path, value) => {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), JSON.stringify(value, null, 2));
};

// npm takes the lockfile for these workspaces alone: what they do not lead to it leaves out.
const lock = json("package-lock.json");
for (const [path, entry] of Object.entries(lock.packages)) {
  const isInstalled = path.includes("node_modules/")
    ? entry.link !== true || INSTALLED.includes(entry.resolved)
    : INSTALLED.includes(path);
  if (path === "") lock.packages[path] = { ...withoutDevelopment(entry), workspaces: INSTALLED };
  else if (!isInstalled) delete lock.packages[path];
  else lock.packages[path] = withoutDevelopment(entry);
}
write("package-lock.json", lock);
write("package.json", { ...withoutDevelopment(json("package.json")), workspaces: INSTALLED });
for (const name of INSTALLED) write(`${name}/package.json`, withoutDevelopment(json(`${name}/package.json`)));
copy(".npmrc");
const flags = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
await demand("Installing the packages", "npm", ["ci", "--prefix", target, ...flags], { quiet: true });
prune(join(target, "node_modules"));
// npm alone reads it.
rmSync(join(target, "package-lock.json"));
for (const name of INSTALLED) copy(`${name}/dist`);
for (const name of PROGRAMS) copy(`services/standalone/dist/${name}.js`);
copy("services/standalone/package.json");
copy("web/dist");
copy("LICENSE");
