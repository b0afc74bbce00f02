import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanUp, eventually, spawnProgram, tempDir } from "./index.ts";

async function program(source: string): Promise<string> {
  const path = join(await tempDir(), "program.mts");
  await writeFile(path, source);
  return path;
}

/** Gone, or ended and not yet collected by its parent. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(" Z ");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

const WAITING = `
const greeting: string = process.env.GREETING ?? "none";
process.on("SIGTERM", () => { console.error("stopping"); process.exit(3); });
console.log(greeting, ...process.argv.slice(2));
setInterval(() => {}, 1000);
`;

test("given TypeScript, when it is spawned, then it has its environment and arguments and its lines can be awaited", async () => {
  const child = await spawnProgram(await program(WAITING), { env: { GREETING: "hello" }, args: ["a", "b"] });

  const [line] = await child.waitForLine(/hello .*/);
  expect(line).toBe("hello a b");
  await expect(child.waitForLine(/^hello/)).resolves.toBeDefined(); // a line of the past counts

  expect(await child.kill("SIGTERM")).toEqual({ code: 3, signal: null });
  expect(child.stdout).toEqual(["hello a b"]);
  expect(child.stderr).toEqual(["stopping"]);
});

test("given a program, when several processes are started from it at once and later, then it is bundled once, and never while one is running", async () => {
  const path = await program(`
import { statSync } from "node:fs";
console.log("bundled at", statSync(process.argv[1] ?? "").mtimeMs);
`);
  const start = async (): Promise<string | undefined> => {
    const child = await spawnProgram(path);
    return (await child.waitForLine(/bundled at (.*)/))[1];
  };

  const times = [...(await Promise.all([start(), start()])), await start()];

  expect(new Set(times).size).toBe(1);
});

test("given a process that ends, when a line is awaited that never comes, then the error shows its output", async () => {
  const child = await spawnProgram(await program(`console.log("only this");`));

  await expect(child.waitForLine(/ready/)).rejects.toThrow(/ended without a line like \/ready\/:\nonly this/);
});

test("given a process that ignores SIGTERM, and its own child, when the tests end, then both are gone", async () => {
  const child = await spawnProgram(
    await program(`
import { spawn } from "node:child_process";
process.on("SIGTERM", () => {});
const { pid } = spawn("sleep", ["600"]);
console.log("child " + pid);
setInterval(() => {}, 1000);
`),
  );
  const [, grandchild] = await child.waitForLine(/child (\d+)/);

  await cleanUp();

  expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
  await eventually(() => hasEnded(Number(grandchild)));
});
