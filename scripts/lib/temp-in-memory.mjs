import { existsSync, readFileSync, statfsSync } from "node:fs";

/** A file system in memory that Linux has. */
const FOLDER = "/dev/shm";

/** Octets that must be free: many times what the databases and journals of tests that run at once take. */
const ROOM = 8 * 2 ** 30;

/**
 * Has temporary folders of the tests in memory, where there is room: every event is synced, and on a disk a third of the
 * integration tests' time is waiting for that (decision 68). Who kills a process sees no difference.
 */
export function keepTempInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = FOLDER;
}

function hasRoom() {
  if (!existsSync("/proc/self/mounts")) return false;
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  const options = mounts.map((line) => line.split(" ")).find(([, folder]) => folder === FOLDER)?.[3];
  // Some tests start programs from there.
  if (options === undefined || options.split(",").some((option) => option === "noexec" || option === "ro"))
    return false;
  const { bavail, bsize } = statfsSync(FOLDER);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
}
