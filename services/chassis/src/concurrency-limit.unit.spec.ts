import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Works that end when they are told to. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
      );
    },
    end: async (name: string, error?: Error) => {
      ends.get(name)?.(error);
      await settled();
    },
  };
}

test("given a user with as many jobs in progress as allowed, then further jobs wait in order, and those of another user do not wait", async () => {
  const { begun, work, end } = works();
  const limit = new ConcurrencyLimit({ concurrency: 2, waiting: 10 });

  const all = ["a1", "a2", "a3", "a4"].map((name) => limit.run("anna", work(name)));
  const other = limit.run("bert", work("b1"));
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);

  await end("a2");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3", "b1", "a4"]) await end(name);
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4"]);
  expect(await other).toBe("b1");
});

test("given a job that fails, then the next job begins", async () => {
  const { begun, work, end } = works();
  const limit = new ConcurrencyLimit({ concurrency: 1, waiting: 10 });
  const failing = limit.run("anna", work("a1"));
  const next = limit.run("anna", work("a2"));
  failing.catch(() => undefined);
  await settled();

  await end("a1", new Error("failed"));

  await expect(failing).rejects.toThrow("failed");
  expect(begun).toEqual(["a1", "a2"]);
  await end("a2");
  expect(await next).toBe("a2");
});

test("given as many waiting jobs as allowed, then one more is refused, and is accepted when fewer wait", async () => {
  const { work, end } = works();
  const limit = new ConcurrencyLimit({ concurrency: 1, waiting: 1, full: () => new Error("full") });
  const first = limit.run("anna", work("a1"));
  const second = limit.run("anna", work("a2"));

  await expect(limit.run("anna", work("a3"))).rejects.toThrow("full");
  await settled();

  await end("a1");
  await end("a2");
  await Promise.all([first, second]);
  const fourth = limit.run("anna", work("a4"));
  await settled();
  await end("a4");
  expect(await fourth).toBe("a4");
});

test("given waiting jobs of a key, then their number is known until they begin", async () => {
  const { work, end } = works();
  const limit = new ConcurrencyLimit({ concurrency: 1 });
  const all = ["a1", "a2"].map((name) => limit.run("anna", work(name)));
  await settled();
  expect([limit.waiting("anna"), limit.waiting("bert")]).toEqual([1, 0]);

  await end("a1");
  expect(limit.waiting("anna")).toBe(0);
  await end("a2");
  await Promise.all(all);
});

test("given an owner with many waiting jobs, when another owner adds two, then both take turns", async () => {
  const { begun, work, end } = works();
  const limit = new ConcurrencyLimit({ concurrency: 1 });
  const all = ["a1", "a2", "a3", "a4"].map((name) => limit.run("host", work(name), { owner: "anna" }));
  all.push(...["b1", "b2"].map((name) => limit.run("host", work(name), { owner: "bert" })));
  await settled();
  expect([limit.waiting("host"), limit.waiting("host", "bert")]).toEqual([5, 2]);

  for (const name of ["a1", "a2", "b1", "a3", "b2", "a4"]) await end(name);

  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
  await Promise.all(all);
});

test("given an owner with as many waiting jobs as allowed, then jobs of other owners and unbounded jobs may still wait", async () => {
  const { begun, work, end } = works();
  const limit = new ConcurrencyLimit({
    concurrency: 1,
    waiting: 1,
    full: (key, owner) => new Error(`${owner}@${key}`),
  });
  const all = ["a1", "a2"].map((name) => limit.run("host", work(name), { owner: "anna" }));

  await expect(limit.run("host", work("a3"), { owner: "anna" })).rejects.toThrow("anna@host");
  all.push(limit.run("host", work("b1"), { owner: "bert" }));
  all.push(limit.run("host", work("a4"), { owner: "anna", isUnbounded: true }));

  await settled();
  for (const name of ["a1", "a2", "b1", "a4"]) await end(name);
  expect(begun).toEqual(["a1", "a2", "b1", "a4"]);
  await Promise.all(all);
});

test("given a waiting job that is aborted, then it leaves the queue without having begun, and another one may wait", async () => {
  const { begun, work, end } = works();
  const limit = new ConcurrencyLimit({ concurrency: 1, waiting: 1 });
  const abort = new AbortController();
  const first = limit.run("host", work("a1"), { signal: abort.signal });
  const second = limit.run("host", work("a2"), { signal: abort.signal });
  abort.abort(new Error("no longer wanted"));
  await expect(second).rejects.toThrow("no longer wanted");

  const third = limit.run("host", work("a3"));
  await end("a1");
  await end("a3");

  expect(begun).toEqual(["a1", "a3"]);
  expect(await Promise.all([first, third])).toEqual(["a1", "a3"]);
  await expect(limit.run("host", work("a4"), { signal: abort.signal })).rejects.toThrow("no longer wanted");
});
