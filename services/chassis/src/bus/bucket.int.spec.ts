import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { atEnd, eventually, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { createLogger } from "../logging.ts";
import { openBucket } from "./bucket.ts";
import { type Bus, connectBus } from "./connect.ts";
import { eraseExpired } from "./overwrite.ts";

const nats = await startTestNats();
const connect = async (): Promise<Bus> => {
  const bus = await connectBus({ url: nats.url, name: "test", logger: createLogger("test", "silent") });
  atEnd(() => bus.close());
  return bus;
};
const bus = await connect();
const jsm = await jetstreamManager(bus.nc);

/** Which of these texts the server's files hold. */
async function stored(...texts: string[]): Promise<string[]> {
  const entries = await readdir(nats.storeDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return texts.filter((text) => contents.some((content) => content.includes(text)));
}
const revisionsIn = async (name: string): Promise<number> => (await jsm.streams.info(`KV_${name}`)).state.messages;

test("given a value that is replaced again and again, then the disk has the newest alone", async () => {
  const bucket = await openBucket(bus, "replaced", { seconds: 3600 });
  const values = Array.from({ length: 30 }, (_, i) => `replaced-value-${i}-`);
  for (const [i, value] of values.entries()) {
    if (i % 2 === 0) await bucket.put("a", value);
    else await bucket.put("a", value, (await bucket.get("a")).revision);
  }

  expect(await stored(...values)).toEqual(values.slice(-1));
  expect((await bucket.get("a")).text).toBe(values.at(-1));
});

test("given replicas that replace one value at the same time, then the disk has the newest alone", async () => {
  const replicas = await Promise.all(
    [1, 2, 3].map(async () => openBucket(await connect(), "contended", { seconds: 3600 })),
  );
  const values: string[] = [];
  const replace = async (replica: (typeof replicas)[number], name: string): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      values.push(`contended-value-${name}-${i}-`);
      await replica.put("a", `contended-value-${name}-${i}-`);
    }
  };

  await Promise.all(replicas.map((replica, i) => replace(replica, String(i))));

  expect(await stored(...values)).toEqual([(await replicas[0]?.get("a"))?.text]);
  expect(await revisionsIn("contended")).toBe(1);
});

test("given a removed value, then nothing of it is on the disk, its key is not listed, and it can be created again", async () => {
  const bucket = await openBucket(bus, "removed");
  await bucket.put("a", "removed-first");
  await bucket.put("a", "removed-second");

  await bucket.remove("a", await bucket.get("a"));

  expect(await stored("removed-first", "removed-second")).toEqual([]);
  expect(await bucket.get("a")).toEqual({ text: undefined, revision: 0 });
  expect(await bucket.keys(">")).toEqual([]);
  await bucket.put("a", "removed-third", 0);
  expect((await bucket.get("a")).text).toBe("removed-third");
});

test("given a value that was replaced since it was read, when it is removed or replaced by the old revision, then it stays", async () => {
  const bucket = await openBucket(bus, "compared");
  await bucket.put("a", "compared-first");
  const read = await bucket.get("a");
  await bucket.put("a", "compared-second");

  await expect(bucket.remove("a", read)).rejects.toThrow("wrong last sequence");
  await expect(bucket.put("a", "compared-third", read.revision)).rejects.toThrow("wrong last sequence");

  expect((await bucket.get("a")).text).toBe("compared-second");
});

test.each(["put", "remove"] as const)(
  "given a process that died between replacing a value and overwriting it, when the key is changed by %s, then neither is on the disk",
  async (change) => {
    const name = `died-${change}`;
    const bucket = await openBucket(bus, name);
    // What such a process leaves: both revisions.
    const kv = await new Kvm(bus.nc).open(name);
    await kv.put("a", `${name}-older`);
    await kv.put("a", `${name}-newer`);
    const entry = await bucket.get("a");

    if (change === "put") await bucket.put("a", "another", entry.revision);
    else await bucket.remove("a", entry);

    expect(await stored(`${name}-older`, `${name}-newer`)).toEqual([]);
    expect((await bucket.get("a")).text).toBe(change === "put" ? "another" : undefined);
  },
);

test("given a process that was killed while it removed a value, when the value is removed again, then nothing of it is left", async () => {
  const bucket = await openBucket(bus, "half");
  const kv = await new Kvm(bus.nc).open("half");
  await kv.put("a", "half-removed");
  await kv.delete("a");
  const entry = await bucket.get("a");
  expect(entry.text).toBeUndefined();

  await bucket.remove("a", entry);

  expect(await stored("half-removed")).toEqual([]);
  expect(await revisionsIn("half")).toBe(0);
});

test("given older and newer values, when expired ones are erased, then the older ones are not on the disk, and the newer ones remain", async () => {
  const seconds = 3600;
  const bucket = await openBucket(bus, "aged", { seconds, erased: true });
  await bucket.put("a", "aged-older");
  const between = Date.now() + 5;
  await eventually(() => Date.now() > between);
  await bucket.put("b", "aged-younger");

  await eraseExpired(jsm, "aged", seconds, between + seconds * 1000);
  await eraseExpired(jsm, "never-made", seconds, Date.now());

  expect(await bucket.keys(">")).toEqual(["b"]);
  expect(await stored("aged-older", "aged-younger")).toEqual(["aged-younger"]);
  // Until then the server leaves them alone: what it drops itself stays on the disk.
  expect((await jsm.streams.info("KV_aged")).config.max_age).toBeGreaterThan(seconds * 1_000_000_000);
});

test("given values of the same age with expiry times, then only the expired ones are erased", async () => {
  const bucket = await openBucket(bus, "dated", { seconds: 3600, erased: true });
  for (const key of ["short", "long", "removed"]) await bucket.put(key, `dated-${key}`);
  await bucket.remove("removed", await bucket.get("removed"));

  await eraseExpired(jsm, "dated", 60, Date.now() + 61_000, (text) => text === "dated-short");

  expect(await bucket.keys(">")).toEqual(["long"]);
  expect(await stored("dated-short", "dated-long")).toEqual(["dated-long"]);
});
