import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../root.mjs";

/** Everything that is kept between two runs: packages, base images, the data of the engine. */
export const CACHE = join(root, "node_modules/.cache/satchel-containers");

/** Octets of the output of one program. */
const OUTPUT = 64 * 1024 * 1024;
const promised = promisify(execFile);

/**
 * Runs a program, and resolves with what it printed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import("node:child_process").ExecFileOptions} options
 * @returns {Promise<string>} its output without the last line feed
 * @throws with its command and what it said on standard error
 */
export async function sh(program, args, options = {}) {
  try {
    const { stdout } = await promised(program, args, { maxBuffer: OUTPUT, ...options, encoding: "utf8" });
    return stdout.trimEnd();
  } catch (error) {
    const said = (error.stderr || error.stdout || error.message).trim();
    throw new Error(`${[program, ...args].join(" ")}: ${said}`, { cause: error });
  }
}

/** Whether a program of the PATH can be started. */
export const isThere = (program) =>
  spawnSync("sh", ["-c", 'command -v "$0"', program], { stdio: "ignore" }).status === 0;

/**
 * Makes a folder of the cache where it is not there yet. It gets its name when it is whole.
 * @param {string} name
 * @param {string} what the step, as the person who waits knows it
 * @param {(folder: string) => Promise<unknown>} make fills an empty folder
 * @returns {Promise<string>} its path
 */
export async function once(name, what, make) {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const began = Date.now();
  console.log(what);
  await make(draft);
  await rename(draft, folder);
  console.log(`  ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return folder;
}
