import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { atEnd, startTestNats, type TestNats } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../logging.ts";
import { type Bus, connectBus } from "./connect.ts";
import { openRecords, type Records } from "./records.ts";

interface Count {
  readonly count: number;
  readonly note?: string;
}

let nats: TestNats;
let one: Records<Count>;
let other: Records<Count>;

const connect = async (): Promise<Bus> => {
  const logger = createLogger("test", "silent");
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  atEnd(() => bus.close());
  return bus;
};

beforeAll(async () => {
  nats = await startTestNats();
  one = await openRecords<Count>(await connect(), "counts", { seconds: 3600 });
  other = await openRecords<Count>(await connect(), "counts", { seconds: 3600 });
});

const countOn = (records: Records<Count>, key: string): Promise<number> =>
  records.change(key, (standing) => {
    const count = (standing?.count ?? 0) + 1;
    return { put: { count }, outcome: count };
  });

describe("two replicas", () => {
  test("given both count in one record at once, then no count is lost", async () => {
    const counts = await Promise.all(
      [one, other].flatMap((records) => Array.from({ length: 40 }, () => countOn(records, "a"))),
    );

    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1));
    expect(await one.get("a")).toEqual({ count: 80 });
  });

  test("given one replica removes a record that the other one changes, then it stays removed", async () => {
    for (let round = 0; round < 10; round++) {
      await countOn(one, "b");
      const goOn = () =>
        other.change("b", (standing) =>
          standing === undefined ? { outcome: false } : { put: { count: standing.count + 1 }, outcome: true },
        );
      await Promise.all([...Array.from({ length: 10 }, goOn), one.remove("b"), ...Array.from({ length: 10 }, goOn)]);
      expect(await other.get("b")).toBeUndefined();
    }
  });

  test("given both remove a record at once, then one of them reports the removal", async () => {
    await countOn(one, "c");
    const removed = await Promise.all([one.remove("c"), other.remove("c")]);
    expect(new Set(removed)).toEqual(new Set([false, true]));
  });

  test("given a removed record, when it is created again, then it has nothing of the former one", async () => {
    await countOn(one, "d");
    await one.remove("d");
    expect(await countOn(other, "d")).toBe(1);
  });
});

test("given records of two users, when the keys of one are listed, then they are those that were not removed", async () => {
  for (const key of ["anna.1", "anna.2", "anna.3", "berta.1"]) await countOn(one, key);
  await one.remove("anna.2");

  expect((await other.keys("anna.*")).sort()).toEqual(["anna.1", "anna.3"]);
  expect(await other.keys("carla.*")).toEqual([]);
});

test("given a record that is removed, then nothing of it is left on the disk", async () => {
  const note = "what-is-removed-is-overwritten";
  await one.change("e", () => ({ put: { count: 1, note }, outcome: undefined }));
  expect(await stored()).toContain(note);

  expect(await one.remove("e")).toBe(true);
  expect(await one.remove("e")).toBe(false);
  expect(await stored()).not.toContain(note);
});

test("given a changed record, then nothing of its former value is on the disk", async () => {
  const notes = ["what-is-replaced-first", "what-is-replaced-second", "what-stands"];
  for (const note of notes) await one.change("f", () => ({ put: { count: 1, note }, outcome: undefined }));

  const files = await stored();
  expect(notes.filter((note) => files.includes(note))).toEqual(["what-stands"]);
});

/** All files of the server, as Latin-1, so that every octet is a character. */
async function stored(): Promise<string> {
  const entries = await readdir(nats.storeDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")))).join("\n");
}
