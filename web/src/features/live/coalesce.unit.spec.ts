import { expect, it, vi } from "vitest";
import { coalesce } from "./stream.ts";

/** Work that ends when it is told to. */
function heldWork() {
  const runs: { items: string[]; end: (failure?: Error) => void }[] = [];
  const work = (items: ReadonlySet<string>) =>
    new Promise<void>((resolve, reject) => {
      runs.push({ items: [...items], end: (failure) => (failure === undefined ? resolve() : reject(failure)) });
    });
  return { runs, work };
}

const atOnce = () => Promise.resolve();

it("what changed is read at once, and what changes meanwhile in one more read", async () => {
  const { runs, work } = heldWork();
  const add = coalesce(work, atOnce);

  add(["a"]);
  add(["b"]);
  add(["c", "b"]);
  expect(runs.map((run) => run.items)).toEqual([["a"]]);
  runs[0]?.end();

  await expect.poll(() => runs.map((run) => run.items)).toEqual([["a"], ["b", "c"]]);
  runs[1]?.end();
  await expect
    .poll(() => {
      add(["d"]);
      return runs.at(-1)?.items;
    })
    .toEqual(["d"]);
});

it("what changes soon after a read is read together, when the read was a moment ago", async () => {
  const { runs, work } = heldWork();
  let rested = (): void => undefined;
  const add = coalesce(work, () => new Promise((resolve) => (rested = resolve)));

  add(["a"]);
  runs[0]?.end();
  await new Promise((resolve) => setTimeout(resolve));
  add(["b"]);
  add(["c"]);
  expect(runs).toHaveLength(1);
  rested();

  await expect.poll(() => runs.map((run) => run.items)).toEqual([["a"], ["b", "c"]]);
});

it("what could not be read is read again, after a pause", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { runs, work } = heldWork();
  const pause = vi.fn(atOnce);
  const add = coalesce(work, pause);

  add(["a"]);
  runs[0]?.end(new Error("offline"));

  await expect.poll(() => runs.map((run) => run.items)).toEqual([["a"], ["a"]]);
  expect(pause).toHaveBeenCalledOnce();
  warn.mockRestore();
});
