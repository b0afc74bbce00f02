import { readdir, readFile } from "node:fs/promises";

/** Ticks of the clock in a second, as Linux counts processor time for programs (USER_HZ). */
const TICKS = 100;

/** Milliseconds of processor time that processes and their children, threads included, have used so far; 0 where /proc is missing. */
export async function cpuTime(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(
    (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(read),
  );
  const wanted = new Set(pids);
  // A child's id may be lower than its parent's, so go on until nobody is added.
  for (let before = -1; before !== wanted.size; ) {
    before = wanted.size;
    for (const one of all) if (one !== undefined && wanted.has(one.parent)) wanted.add(one.pid);
  }
  return all.reduce((sum, one) => (one !== undefined && wanted.has(one.pid) ? sum + one.milliseconds : sum), 0);
}

async function read(name: string): Promise<{ pid: number; parent: number; milliseconds: number } | undefined> {
  const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
  // proc(5): the name in brackets may hold anything; state, parent, … follow, and utime and stime are the 14th and 15th field.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 13) return undefined;
  return {
    pid: Number(name),
    parent: Number(fields[1]),
    milliseconds: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS,
  };
}
