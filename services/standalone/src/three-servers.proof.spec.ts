import { jetstreamManager } from "@nats-io/jetstream";
import { connectBus, createLogger } from "@satchel/chassis";
import type { Link } from "@satchel/contracts";
import { atEnd, eventually, spawnProgram, startNatsCluster, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { signIn, startInstance } from "../test/instance.ts";

const EMAIL = "anna@post.example";

test("given a system on one bus server, when its backup is restored on three, then everything has three copies and the links are there, also without one of the servers", async () => {
  const out = await tempDir();
  const one = await startInstance();
  const client = await signIn(one, EMAIL);
  for (const n of [1, 2, 3]) await client.json("POST", "/api/links/", { url: `http://127.0.0.1:1/${n}` });
  const program = async (name: "backup" | "restore", args: string[], env: Record<string, string>) => {
    const { exited, stderr } = await spawnProgram(new URL(`./${name}.ts`, import.meta.url), { args, env });
    expect([await exited, stderr.join("\n")]).toEqual([{ code: 0, signal: null }, expect.any(String)]);
  };
  const file = `${out}/all.satchel`;
  await program("backup", ["--to", file], { DATA_DIR: one.dataDir });
  await one.process.kill("SIGTERM");

  const { url, monitorUrl, nodes } = await startNatsCluster();
  const bus = { NATS_URL: url, NATS_MONITOR_URL: monitorUrl, NATS_REPLICAS: "3" };
  await program("restore", ["--from", file], { DATA_DIR: one.dataDir, ...bus });
  const connection = await connectBus({ url, name: "test", logger: createLogger("test", "silent") });
  atEnd(() => connection.close());
  const copies = new Set<number>();
  for await (const { config } of (await jetstreamManager(connection.nc)).streams.list())
    copies.add(config.num_replicas);
  expect([...copies]).toEqual([3]);

  const three = await startInstance(bus, one);
  const again = await signIn(three, EMAIL);
  const urls = async () => (await again.json<Link[]>("GET", "/api/links/")).map((link) => link.url).sort();
  const all = [1, 2, 3].map((n) => `http://127.0.0.1:1/${n}`);
  await eventually(async () => expect(await urls()).toEqual(all));
  await nodes[1]?.stop("SIGKILL");
  await eventually(async () => {
    const answer = await again.call("POST", "/api/links/", { url: "http://127.0.0.1:1/4" });
    expect([200, 201]).toContain(answer.status);
  });
  await eventually(async () => expect(await urls()).toEqual([...all, "http://127.0.0.1:1/4"]));
});
