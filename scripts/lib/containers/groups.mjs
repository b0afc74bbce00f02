import { existsSync } from "node:fs";
import { mkdir, readdir, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sh } from "./shell.mjs";

/** Where the hierarchies of control groups are: one for each kind (version 1), or one for all. */
const ROOT = "/sys/fs/cgroup";
/** What version 1 gives a single process of the root group, and a group that nothing else was said of. */
const SHARES_OF_A_PROCESS = 1024;

/** None on other systems than Linux. */
async function hierarchies() {
  if (existsSync(join(ROOT, "cgroup.controllers"))) return [ROOT];
  const entries = existsSync(ROOT) ? await readdir(ROOT, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(ROOT, name));
}

/**
 * Makes a control group of every kind.
 * @param {string} name
 * @throws where groups can't be made
 */
export async function makeGroup(name) {
  for (const hierarchy of await hierarchies()) await mkdir(join(hierarchy, name), { recursive: true });
}

/**
 * Makes a control group that gets as much of busy processors as so many single processes.
 * @param {string} name
 * @param {number} processes
 * @param {string} folder where control groups are
 * @returns {Promise<boolean>} false where there are none of version 1
 */
export async function makeHeavyGroup(name, processes, folder = ROOT) {
  const hierarchy = join(folder, "cpu");
  if (!existsSync(hierarchy)) return false;
  await mkdir(join(hierarchy, name), { recursive: true });
  await writeFile(join(hierarchy, name, "cpu.shares"), String(processes * SHARES_OF_A_PROCESS));
  return true;
}

/** Removes the control groups of that name, and those below them. @throws where a process is left in one */
export async function removeGroup(name) {
  for (const hierarchy of await hierarchies()) {
    const group = join(hierarchy, name);
    for (let tries = 0; tries < 50 && existsSync(group); tries++) {
      await sh("find", [group, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"]).catch(() => delay(100));
    }
    if (existsSync(group)) await rmdir(group);
  }
}
