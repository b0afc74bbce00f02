import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { run } from "./run.mjs";

/** MIT; it is no part of Satchel, and nothing but `npm run prove:api` needs it. */
const VERSION = "4.32.5";

/** What it needs: a Python that can make virtual environments. */
const SUITABLE = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 1)";

/**
 * Installs Schemathesis from PyPI beside the packages of npm, where it is not there yet.
 * @returns {Promise<string | undefined>} the program; undefined where it can't be had, after it was said why
 */
export async function ensureSchemathesis() {
  const folder = join(root, "node_modules/.cache", `schemathesis-${VERSION}`);
  const program = join(folder, "bin/schemathesis");
  const done = join(folder, "installed");
  if (existsSync(done)) return program;
  if (spawnSync("python3", ["-c", SUITABLE]).status !== 0) {
    console.error("Not run: it needs python3, 3.10 or newer, with its modules venv and ensurepip.");
    return undefined;
  }
  const steps = [
    ["python3", ["-m", "venv", "--clear", folder]],
    [join(folder, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`]],
    ["touch", [done]],
  ];
  for (const [command, args] of steps) {
    if ((await run(command, args)) === 0) continue;
    console.error("Not run: Schemathesis could not be installed from PyPI.");
    return undefined;
  }
  return program;
}
