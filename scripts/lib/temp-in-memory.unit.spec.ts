import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { keepTempInMemory } from "./temp-in-memory.mjs";

const MOUNT = "proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs rw,relatime,size=1024k 0 0\n";

function folderFor(mounts: string, room: number, env: Record<string, string> = {}): string | undefined {
  keepTempInMemory(env, mounts, room);
  return env["TMPDIR"];
}

test.runIf(existsSync("/dev/shm"))(
  "temporary folders are in memory where programs may run and there is room, and where nobody named a folder",
  () => {
    expect(folderFor(MOUNT, 0)).toBe("/dev/shm");
    expect(folderFor(MOUNT, Infinity)).toBeUndefined();
    expect(folderFor(MOUNT.replace("relatime", "noexec"), 0)).toBeUndefined();
    expect(folderFor(MOUNT.replace("rw,relatime", "ro,relatime"), 0)).toBeUndefined();
    expect(folderFor("", 0)).toBeUndefined();
    expect(folderFor(MOUNT, 0, { TMPDIR: "/elsewhere" })).toBe("/elsewhere");
  },
);
