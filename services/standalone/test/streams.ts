import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connectBus, createLogger } from "@satchel/chassis";
import { keptStreams } from "@satchel/contracts";
import { expect } from "vitest";
import type { Instance } from "./instance.ts";

/** Streams of a running system for which contracts declare neither backup nor erasure. */
export async function unknownStreams({ dataDir }: Pick<Instance, "dataDir">): Promise<string[]> {
  const { NATS_URL } = JSON.parse(await readFile(join(dataDir, "running.json"), "utf8"));
  const bus = await connectBus({ url: NATS_URL, name: "test", logger: createLogger("test", "silent") });
  const found: string[] = [];
  const jsm = await jetstreamManager(bus.nc);
  for await (const { config } of jsm.streams.list()) {
    found.push(config.name);
    // A stream that is erased by age has to have that age as its limit.
    const erasure = keptStreams.find(({ name }) => name === config.name)?.erasure;
    if (erasure?.by !== "age") continue;
    expect([config.name, config.max_age > 0, config.max_age <= erasure.seconds * 1e9]).toEqual([
      config.name,
      true,
      true,
    ]);
  }
  await bus.close();
  expect(found).toEqual(expect.arrayContaining(["JOURNAL", "KV_credentials", "KV_sessions", "OBJ_pictures"]));
  return found.filter((name) => !keptStreams.some((kept) => kept.name === name));
}
