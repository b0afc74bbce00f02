import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isSupportedNats, type NatsServer, probeNatsServer } from "./version.ts";

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

/**
 * Copies an unpacked server into the cache. It gets its final name when it is complete, so parallel starts do no harm:
 * the first copy stays.
 */
export async function keepInCache(cache: string, { path, version }: NatsServer): Promise<NatsServer> {
  await mkdir(folder(cache), { recursive: true });
  const draft = await mkdtemp(join(folder(cache), ".new-"));
  const final = join(folder(cache), version);
  try {
    await chmod(draft, 0o755);
    await copyFile(path, join(draft, "nats-server"));
    await chmod(join(draft, "nats-server"), 0o755);
    await rename(draft, final);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return { path: join(final, "nats-server"), version };
}
