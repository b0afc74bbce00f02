import { chmod, copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isSupportedNats } from "@satchel/contracts";
import { folderOnce } from "../process/create-once.ts";
import { type NatsServer, probeNatsServer } from "./version.ts";

// One folder per platform: a checkout may be mounted into a container of another one.
const folder = (cache: string) => join(cache, "nats", `${process.platform}-${process.arch}`);

/** The newest usable server of the cache: `nats/<platform>/<version>/nats-server`. */
export async function cachedNatsServer(cache: string): Promise<NatsServer | undefined> {
  const versions = await readdir(folder(cache)).catch(() => []);
  const newestFirst = versions.filter(isSupportedNats).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  for (const version of newestFirst) {
    const server = await probeNatsServer(join(folder(cache), version, "nats-server"));
    if (server !== undefined) return server;
  }
  return undefined;
}

/** Copies an unpacked server into the cache, unless the cache has this version. */
export async function keepInCache(cache: string, { path, version }: NatsServer): Promise<NatsServer> {
  const versionFolder = join(folder(cache), version);
  await folderOnce(versionFolder, async (draft) => {
    await copyFile(path, join(draft, "nats-server"));
    await chmod(join(draft, "nats-server"), 0o755);
  });
  return { path: join(versionFolder, "nats-server"), version };
}
