import { existsSync, readFileSync, statfsSync } from "node:fs";

/** A file system in memory that Linux has. */
const FOLDER = "/dev/shm";

/** Octets that must be free: many times what the databases and journals of tests that run at once take. */
const ROOM = 8 * 2 ** 30;

const MOUNTS = "/proc/self/mounts";

/**
 * Has the temporary folders of tests in memory, where there is room: every event is synced, and on a disk a third of the
 * integration tests' time is waiting for that (decision 68). A killed process loses nothing there either.
 * @param env gets `TMPDIR`, unless it has one
 */
export function keepTempInMemory(
  env = process.env,
  mounts = existsSync(MOUNTS) ? readFileSync(MOUNTS, "utf8") : "",
  room = ROOM,
) {
  if (env.TMPDIR !== undefined) return;
  const fields = mounts.split("\n").map((line) => line.split(" "));
  const options = fields.find(([, folder]) => folder === FOLDER)?.[3]?.split(",") ?? ["ro"];
  // Some tests start programs from there.
  if (options.includes("ro") || options.includes("noexec")) return;
  const { bavail, bsize } = statfsSync(FOLDER);
  if (Math.min(bavail * bsize, process.availableMemory()) >= room) env.TMPDIR = FOLDER;
}
