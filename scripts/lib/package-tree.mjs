import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FOR_DEVELOPMENT, prune } from "./prune.mjs";
import { root } from "./root.mjs";
import { demand } from "./run.mjs";

/** Workspaces of what runs; their packages are those of the published one. */
const WORKSPACES = [
  "contracts",
  "client",
  "cli",
  ...readdirSync(join(root, "services")).map((name) => `services/${name}`),
];

/** Programs and what they load by path: each is one file (`scripts/bundle.mjs`), beside which nothing else is needed. */
const BUILT = [
  "cli/dist/main.js",
  "cli/dist/server.js",
  ...["main", "backup", "restore", "rebuild", "scrub", "enrich-again", "doctor", "drill"].map(
    (name) => `services/standalone/dist/${name}.js`,
  ),
  "services/archive/dist/making/copy-worker.js",
  "services/chassis/dist/tracing/otlp.js",
  "services/enrichment/dist/pictures/picture-worker.js",
  "services/enrichment/dist/reading/extraction-worker.js",
  "services/gateway/dist/epub/epub-worker.js",
  "services/mail-ingest/dist/plugin",
  "services/mail-ingest/dist/reading/letter-program.js",
  "services/mail-ingest/dist/reading/reader-program.js",
  "web/dist",
];
const PLAIN = [
  "cli/bin/satchel.mjs",
  "scripts/send.mjs",
  "scripts/lib/mail-arguments.mjs",
  "scripts/lib/node-version.mjs",
  "scripts/lib/parent.mjs",
  "LICENSE",
  "CHANGELOG.md",
];

const json = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const write = (folder, name, value) => writeFileSync(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`);

/**
 * The packages of others that the workspaces name.
 * @throws where two of them name different versions: the published package has one of each
 */
function dependencies() {
  const found = {};
  for (const workspace of WORKSPACES) {
    for (const [name, version] of Object.entries(json(`${workspace}/package.json`).dependencies ?? {})) {
      if (name.startsWith("@satchel/")) continue;
      if ((found[name] ?? version) !== version) throw new Error(`${name} is named as ${found[name]} and as ${version}`);
      found[name] = version;
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Packages with programs for one kind of processor, by name, for the systems that Satchel runs on. */
function ofPlatforms(packages) {
  const found = {};
  for (const [path, { os = [], cpu, version }] of Object.entries(packages)) {
    if (cpu === undefined || !(os.includes("linux") || os.includes("darwin"))) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if ((found[name] ?? version) !== version) throw new Error(`${name} is there as ${found[name]} and as ${version}`);
    found[name] = version;
  }
  return found;
}

/**
 * Puts together everything that runs, as it was built, with the packages of this checkout's lockfile: what the container for
 * one household has, and what {@link pack} publishes.
 * @param {string} folder an empty one, outside of the checkout
 * @throws where it is not built
 */
export async function writeTree(folder) {
  const { version, description, license, engines, overrides } = json("package.json");
  for (const path of BUILT.filter((each) => each.endsWith(".js"))) {
    // The check of types writes modules in the place of programs.
    if (readFileSync(join(root, path), "utf8").includes('from "@satchel/')) throw new Error(`${path} is not built`);
  }
  for (const path of [...BUILT, ...PLAIN]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (file) => !FOR_DEVELOPMENT.test(file) });
  }
  const manifest = {
    name: "satchel",
    version,
    description,
    license,
    type: "module",
    engines,
    bin: { satchel: "cli/bin/satchel.mjs" },
    files: ["cli", "scripts", "services", "web", "CHANGELOG.md"],
    dependencies: dependencies(),
    overrides,
  };
  write(folder, "package.json", manifest);
  // npm completes the lockfile of the checkout to one of these packages alone, in the versions that it names.
  const { packages, ...lock } = json("package-lock.json");
  const kept = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && link !== true);
  write(folder, "package-lock.json", { ...lock, name: "satchel", packages: Object.fromEntries(kept) });
  copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  const npm = (...args) => demand("Installing the packages", "npm", ["--prefix", folder, ...args], { quiet: true });
  await npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund");
  await npm("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund");
  prune(join(folder, "node_modules"));
}

/**
 * Removes packages of a platform from what a package in the tree depends on. npm takes for bundled what a bundled package
 * depends on, so a global installation would have empty folders in their place.
 */
function withoutPlatforms(file, names) {
  if (!existsSync(file)) return;
  const { optionalDependencies, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  if (optionalDependencies === undefined) return;
  const others = Object.entries(optionalDependencies).filter(([name]) => !names.includes(name));
  writeFileSync(file, JSON.stringify({ ...manifest, optionalDependencies: Object.fromEntries(others) }));
}

/**
 * Packs a tree for npm: with all packages in it but those of one platform, which whoever installs it gets from the registry
 * (decision 97). The tree has no packages of a platform afterwards.
 * @param {string} folder of {@link writeTree}
 * @param {string} destination a folder
 * @returns {string} the packed file
 */
export function pack(folder, destination) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const optionalDependencies = ofPlatforms(packages);
  for (const path of Object.keys(packages)) {
    const isOfOne = Object.keys(optionalDependencies).some((name) => path.endsWith(`node_modules/${name}`));
    if (isOfOne) rmSync(join(folder, path), { recursive: true, force: true });
    else withoutPlatforms(join(folder, path, "package.json"), Object.keys(optionalDependencies));
  }
  const bundleDependencies = Object.keys(manifest.dependencies);
  write(folder, "package.json", { ...manifest, overrides: undefined, optionalDependencies, bundleDependencies });
  copyFileSync(join(root, "docs/operations/npx.md"), join(folder, "README.md"));
  mkdirSync(destination, { recursive: true });
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", destination];
  const output = execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return join(destination, output.trim());
}
