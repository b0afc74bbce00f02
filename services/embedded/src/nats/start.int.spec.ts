import { readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { chown } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { isRoot, killHard, NOBODY, runs, startElsewhere, tempDir } from "../../test/support.ts";
import { findNatsServer, type NatsOptions, startNats } from "../index.ts";

async function start(options: NatsOptions) {
  const nats = await startNats(options);
  onTestFinished(() => nats.stop());
  return nats;
}

async function connected(url: string) {
  const { username: user, password: pass, host } = new URL(url);
  const connection = await connect({ servers: host, user, pass, reconnect: false });
  onTestFinished(() => connection.close());
  return connection;
}

async function write(url: string, text: string): Promise<void> {
  const connection = await connected(url);
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: "NOTES", subjects: ["notes"] });
  await jetstream(connection).publish("notes", text);
  await connection.close();
}

async function read(url: string): Promise<string | undefined> {
  const manager = await jetstreamManager(await connected(url));
  return (await manager.streams.getMessage("NOTES", { last_by_subj: "notes" }))?.string();
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test("given an empty directory, when NATS starts, then its writes are synced and its files are private", async () => {
  const dataDir = join(await tempDir(), "nats");

  const nats = await start({ dataDir });

  expect(new URL(nats.url).hostname).toBe("127.0.0.1");
  const varz = (await (await fetch(`${nats.monitorUrl}/varz`)).json()) as { jetstream: { config: object } };
  expect(varz.jetstream.config).toMatchObject({ sync_always: true, store_dir: join(nats.storeDir, "jetstream") });
  expect(await modeOf(dataDir)).toBe("700");
  expect(await modeOf(join(dataDir, "password"))).toBe("600");
  expect(await modeOf(join(dataDir, "nats.conf"))).toBe("600");
});

test.runIf(process.platform === "linux")(
  "given secrets in this process' environment, when NATS starts, then it gets none of them, and keeps its heap small",
  async () => {
    const nats = await start({ dataDir: await tempDir() });

    const environment = await readFile(`/proc/${nats.pid}/environ`, "utf8");

    expect(environment.split("\0").filter(Boolean).toSorted()).toEqual(["GOGC=50", "LC_ALL=C"]);
  },
);

test("given a running server, when a client connects without the password, then it is refused", async () => {
  const nats = await start({ dataDir: await tempDir() });
  const url = new URL(nats.url);

  await expect(connect({ servers: url.host, reconnect: false })).rejects.toThrow(/Authorization/i);
  await expect(connected(nats.url)).resolves.toBeDefined();
});

test("given a stored message, when the server stops and starts again, then message and password are the same", async () => {
  const dataDir = await tempDir();
  const first = await start({ dataDir });
  await write(first.url, "kept");
  await first.stop();
  expect(await first.exited).toMatchObject({ signal: null });

  const port = Number(new URL(first.url).port);
  const second = await start({ dataDir, port });

  expect(second.url).toBe(first.url);
  expect(await read(first.url)).toBe("kept");
});

test("given two directories, when a server starts on each, then neither sees the other's messages", async () => {
  const [one, other] = await Promise.all([start({ dataDir: await tempDir() }), start({ dataDir: await tempDir() })]);

  await write(one.url, "mine");

  expect(await read(one.url)).toBe("mine");
  await expect(read(other.url)).rejects.toThrow(/stream not found/);
});

test("given a running server, when another start uses its directory, then that start fails, and the server keeps running", async () => {
  const dataDir = await tempDir();
  const nats = await start({ dataDir });

  await expect(startNats({ dataDir })).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);

  expect(await runs(nats.pid)).toBe(true);
});

test("given another process that is ending, when a start uses its directory, then it waits for the process", async () => {
  const dataDir = await tempDir();
  const { parent } = await startElsewhere("startNats", { dataDir });

  const lines: string[] = [];
  const starting = start({ dataDir, log: (line) => lines.push(line) });
  await expect.poll(() => lines).toContain(`${dataDir} is in use by process ${parent.pid}: waiting for it to end`);
  parent.kill("SIGTERM");

  expect(await runs((await starting).pid)).toBe(true);
});

test("given a port in use, when the server starts on it, then the error has the server's own message", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  onTestFinished(() => void squatter.close());
  const { port } = squatter.address() as { port: number };

  await expect(startNats({ dataDir: await tempDir(), port })).rejects.toThrow(/address already in use/);
});

test("given a server whose parent was killed, when the next start comes, then the server is ended, and its messages stay", async () => {
  const dataDir = await tempDir();
  const { parent, started } = await startElsewhere("startNats", { dataDir });
  await write(started.url, "kept");
  await killHard(parent);
  expect(await runs(started.pid)).toBe(true);

  const lines: string[] = [];
  const nats = await start({ dataDir, log: (line) => lines.push(line) });

  expect(await runs(started.pid)).toBe(false);
  expect(lines).toContain(`Ended the NATS server that an earlier run left behind (process ${started.pid})`);
  expect(await read(nats.url)).toBe("kept");
});

test("given such a server without a pid file, when the next start comes, then it is ended too", async () => {
  const dataDir = await tempDir();
  const { parent, started } = await startElsewhere("startNats", { dataDir });
  await killHard(parent);
  await rm(join(dataDir, "nats.pid"));

  await start({ dataDir });

  expect(await runs(started.pid)).toBe(false);
});

test.runIf(isRoot)("given an ordinary user, when NATS starts, then it runs as that user", async () => {
  const { path: bin } = await findNatsServer();
  const dataDir = await tempDir(0o755);
  await chown(dataDir, NOBODY.uid, NOBODY.gid);

  const { started } = await startElsewhere("startNats", { dataDir, bin }, NOBODY);
  await write(started.url, "kept");

  expect((await stat(join(dataDir, "nats.pid"))).uid).toBe(NOBODY.uid);
  expect(await read(started.url)).toBe("kept");
});
