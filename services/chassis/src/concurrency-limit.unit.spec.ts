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

test("given a user has as much under way as may be, then more waits in its order, and another user does not", async () => {
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

test("given a work fails, then the next one begins all the same", async () => {
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

test("given as many wait as may, then one more is refused, and is taken when there is room again", async () => {
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

test("given work waits, then that is known of its key, until it begins", async () => {
  const { work, end } = works();
  const limit = new ConcurrencyLimit({ concurrency: 1 });
  const all = ["a1", "a2"].map((name) => limit.run("anna", work(name)));
  await settled();
  expect([limit.hasWaiting("anna"), limit.hasWaiting("bert")]).toEqual([true, false]);

  await end("a1");
  expect(limit.hasWaiting("anna")).toBe(false);
  await end("a2");
  await Promise.all(all);
});
