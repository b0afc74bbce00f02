import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** Works that are ended by hand, and the order in which they began. */
function setUp() {
  const turns = new Turns<string>();
  const begun: string[] = [];
  const ends = new Map<string, { resolve(value: string): void; reject(reason: Error): void }>();
  const take = (key: string, name: string): Promise<string> =>
    turns.take(key, (before) => {
      begun.push(before === undefined ? name : `${name} after ${before}`);
      return new Promise((resolve, reject) => ends.set(name, { resolve, reject }));
    });
  return { begun, take, end: (name: string) => ends.get(name) };
}

test("given work on a key, when more comes, then it waits and is told what came of the one before", async () => {
  const { begun, take, end } = setUp();
  const [first, second] = [take("key", "a"), take("key", "b")];
  await Promise.resolve();
  expect(begun).toEqual(["a"]);

  end("a")?.resolve("A");

  expect(await first).toBe("A");
  expect(begun).toEqual(["a", "b after A"]);
  end("b")?.resolve("B");
  expect(await second).toBe("B");
});

test("given work that fails, when the next has its turn, then it is told of none and is not harmed", async () => {
  const { begun, take, end } = setUp();
  const [first, second] = [take("key", "a"), take("key", "b")];

  end("a")?.reject(new Error("no"));

  await expect(first).rejects.toThrow("no");
  expect(begun).toEqual(["a", "b"]);
  end("b")?.resolve("B");
  expect(await second).toBe("B");
});

test("given work on one key, when there is work on another, then it begins at once", () => {
  const { begun, take } = setUp();
  void take("one", "a");
  void take("other", "b");
  expect(begun).toEqual(["a", "b"]);
});

test("given all work on a key is done, when more comes, then nothing is before it", async () => {
  const { begun, take, end } = setUp();
  const first = take("key", "a");
  end("a")?.resolve("A");
  await first;
  void take("key", "b");
  expect(begun).toEqual(["a", "b"]);
});
