// `npm run release`: says what a release of this version is made of and what is in its way, and makes nothing.
// `npm run release -- --make`: makes its files in release/: notes, package, SBOM, images, checksums. Nothing is tagged or
// published: the commands for that are printed.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepare } from "./lib/prepare.mjs";
import { checksumLines, releaseFaults, sectionOf } from "./lib/release.mjs";
import { root } from "./lib/root.mjs";
import { demand } from "./lib/run.mjs";

const args = process.argv.slice(2);
if (args.some((arg) => arg !== "--make")) {
  console.error("Usage: npm run release [-- --make]");
  process.exit(64);
}
const isMade = args.includes("--make");
await prepare();
const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const section = sectionOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
const changed = git("status", "--porcelain").map((line) => line.slice(3));
const faults = releaseFaults({ version, section, changed, tags: git("tag", "--list") });

const folder = join(root, "release");
const notes = `satchel-${version}.md`;
const { arch } = process;
const images = [
  { tag: `satchel:${version}`, target: [], file: `satchel-${version}-image-${arch}.tar` },
  {
    tag: `satchel-household:${version}`,
    target: ["--target", "household"],
    file: `satchel-household-${version}-image-${arch}.tar`,
  },
];
const hasEngine = spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;
const made = [
  notes,
  `satchel-${version}.tgz`,
  `satchel-${version}.cdx.json`,
  ...(hasEngine ? images.map(({ file }) => `${file}.gz`) : []),
  "SHA256SUMS",
];

console.log(`Release v${version}, in ${folder}:\n${made.map((name) => `  ${name}`).join("\n")}`);
if (!hasEngine)
  console.log(
    `No container engine answers here. On a machine with one:\n${images.map((image) => `  ${commandsOf(image)}`).join("\n")}`,
  );
for (const fault of faults) console.error(`In the way: ${fault}`);
if (faults.length > 0) process.exit(1);
if (!isMade) {
  console.log(`Nothing was made: npm run release -- --make does it. Its notes:\n\n${section}`);
  process.exit(0);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeFileSync(join(folder, notes), `# Satchel ${version}\n\n${section}\n`);
await demand("The package", process.execPath, [join(root, "scripts/package.mjs"), folder]);
await demand("The list of packages", process.execPath, [join(root, "scripts/sbom.mjs")]);
for (const image of hasEngine ? images : []) await demand(`The image ${image.tag}`, "sh", ["-ec", commandsOf(image)]);
const names = readdirSync(folder).sort();
const files = [];
for (const name of names) files.push({ name, sha256: await hashOf(join(folder, name)) });
writeFileSync(join(folder, "SHA256SUMS"), checksumLines(files));

console.log(`\nMade. To publish it:
  git tag --annotate v${version} --file release/${notes} --cleanup=verbatim && git push origin v${version}
  npm publish release/satchel-${version}.tgz
and put the files of release/ where people get them.`);

function commandsOf({ tag, target, file }) {
  const build = ["docker build", ...target, "-t", tag, "."].join(" ");
  return `${build} && docker save -o release/${file} ${tag} && gzip release/${file}`;
}

async function hashOf(path) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
