// Makes books of real pages and checks them with epubcheck, which is no part of Satchel: on Debian `apt-get install epubcheck`.
// `EPUB_PAGES` names a folder of further pages in many languages.
import { spawnSync } from "node:child_process";
import { accessSync } from "node:fs";
import { delimiter, join } from "node:path";
import { prepareBuilt } from "./lib/prepare.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { run } from "./lib/run.mjs";

/** Debian's program is the archive of classes itself, which runs by its name only where the kernel was taught to. */
const found = (process.env.PATH ?? "").split(delimiter).map((dir) => join(dir, "epubcheck"));
const commands = found.filter(isThere).flatMap((file) => [["java", "-jar", file], [file]]);
// It ends with an error also when it was only asked for its version.
const command = commands.find(([program, ...args]) =>
  /^EPUBCheck v/m.test(spawnSync(program, [...args, "--version"], { encoding: "utf8" }).stdout ?? ""),
);

if (command === undefined) {
  console.log("epubcheck is not installed, so the books are not checked. On Debian: apt-get install epubcheck");
  process.exitCode = NOT_RUN;
} else {
  await prepareBuilt();
  const program = ["--conditions=@satchel/source", "--import", "tsx", "bench/epub.ts"];
  process.exitCode = await run(process.execPath, program, { env: { EPUBCHECK: JSON.stringify(command) } });
}

function isThere(file) {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}
