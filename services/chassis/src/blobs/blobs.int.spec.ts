import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { AwsClient } from "aws4fetch";
import { atEnd, eventually, freePort } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { openJournalWorld } from "../../test/world.ts";
import { type Bus, connectBus } from "../bus/connect.ts";
import { openObjectBucket } from "../bus/object-bucket.ts";
import { createLogger } from "../logging.ts";
import { type BlobStore, removeAll } from "./blob-store.ts";
import { openJetStreamBlobs } from "./jetstream-blobs.ts";
import { openS3Blobs } from "./s3-blobs.ts";

const logger = createLogger("test", "silent");

/** A bucket of JetStream's object store on a server of its own. */
async function openOnBus(): Promise<{ readonly blobs: BlobStore; readonly bus: Bus; readonly storeDir: string }> {
  const { nats } = await openJournalWorld();
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  atEnd(() => bus.close());
  return { blobs: await openJetStreamBlobs(bus, "test-copies"), bus, storeDir: nats.storeDir };
}

/** Whether this machine has moto's S3 server (`pip install "moto[server]"`); without it the tests of S3 are skipped. */
const hasMoto = await new Promise<boolean>((resolve) => {
  const python = spawn("python3", ["-c", "import moto.server"], { stdio: "ignore" });
  python.once("error", () => resolve(false));
  python.once("exit", (code) => resolve(code === 0));
});
if (!hasMoto) console.warn("NOT RUN: the S3 store, because python3 with moto[server] is not on this machine");

/** Starts moto's server with a bucket. @returns its `BLOB_URL` */
async function startS3(): Promise<string> {
  const port = await freePort();
  const server = spawn("python3", ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
  atEnd(async () => {
    server.kill("SIGKILL");
    await once(server, "exit");
  });
  const client = new AwsClient({ accessKeyId: "key", secretAccessKey: "secret", region: "us-east-1", service: "s3" });
  await eventually(async () => {
    const answer = await client.fetch(`http://127.0.0.1:${port}/copies`, { method: "PUT" });
    expect(answer.status).toBe(200);
  });
  return `http://key:secret@127.0.0.1:${port}/copies`;
}

/** Which of these texts the server's files hold. */
async function storedTexts(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return texts.filter((text) => contents.some((content) => content.includes(text)));
}

const stores: [name: string, open: () => Promise<BlobStore>][] = [
  ["JetStream", async () => (await openOnBus()).blobs],
  ["S3", async () => openS3Blobs(await startS3())],
];

describe.each(stores)("given a store in %s", (name, open) => {
  const isSkipped = name === "S3" && !hasMoto;
  let blobs: BlobStore;
  beforeAll(async () => {
    if (!isSkipped) blobs = await open();
  });
  const list = async (prefix: string) => {
    const found: [string, number][] = [];
    for await (const { name: object, bytes, storedAt } of blobs.list(prefix)) {
      expect(Math.abs(storedAt - Date.now())).toBeLessThan(24 * 3600_000);
      found.push([object, bytes]);
    }
    return found.toSorted(([a], [b]) => a.localeCompare(b));
  };

  test.skipIf(isSkipped)(
    "when objects are stored, then they are read, listed by their beginning, replaced and removed",
    async () => {
      const large = Buffer.alloc(3 * 1024 * 1024, "x");
      await blobs.put("a/1/x", large);
      await blobs.put("a/2/x", Buffer.from("two"));
      await blobs.put("b/1/x", Buffer.from("other"));
      expect(Buffer.from((await blobs.get("a/1/x")) ?? []).equals(large)).toBe(true);
      expect(await blobs.get("a/9/x")).toBeUndefined();
      expect(await list("a/")).toEqual([
        ["a/1/x", large.length],
        ["a/2/x", 3],
      ]);
      await blobs.put("a/2/x", Buffer.from("again"));
      expect(Buffer.from((await blobs.get("a/2/x")) ?? []).toString()).toBe("again");
      await blobs.remove("a/1/x");
      await blobs.remove("a/1/x");
      expect(await blobs.get("a/1/x")).toBeUndefined();
      await removeAll(blobs, "a/");
      expect(await list("")).toEqual([["b/1/x", 5]]);
    },
  );
});

test("given an object of several chunks on the bus, when it is removed, then nothing of it is on the disk, and the bucket is empty", async () => {
  const { blobs, bus, storeDir } = await openOnBus();
  await blobs.put("someone/a-page", Buffer.alloc(2 * 1024 * 1024, "tides"));
  const texts = ["tides", "someone/a-page"];
  expect(await storedTexts(storeDir, texts)).toEqual(texts);
  await blobs.remove("someone/a-page");
  expect(await storedTexts(storeDir, texts)).toEqual([]);
  const jsm = await jetstreamManager(bus.nc);
  expect((await jsm.streams.info("OBJ_test-copies")).state.messages).toBe(0);
});

test("given an object that is stored again while it is being removed, then the newer one stays", async () => {
  const { bus } = await openOnBus();
  const bucket = await openObjectBucket(bus, "test-copies");
  await bucket.store.putBlob({ name: "a" }, Buffer.from("first"));
  const first = await bucket.find("a");
  await bucket.store.putBlob({ name: "a" }, Buffer.from("second"));
  if (first !== undefined) await bucket.remove(first);
  expect((await bucket.get("a"))?.bytes.toString()).toBe("second");
});

test.skipIf(!hasMoto)(
  "given an S3 store whose bucket does not exist, when something is stored, then that fails",
  async () => {
    const url = await startS3();
    await expect(openS3Blobs(url.replace(/copies$/, "missing")).put("a", Buffer.from("x"))).rejects.toThrow(
      "NoSuchBucket",
    );
  },
);
