import { delimiter, join, resolve } from "node:path";
import { isSupportedNats, OLDEST_NATS } from "@satchel/contracts";
import { cacheDir } from "../cache-dir.ts";
import type { Progress } from "../progress.ts";
import { unpackFromDistribution } from "./apt.ts";
import { cachedNatsServer } from "./cache.ts";
import { downloadRelease, PINNED_RELEASE, type PinnedRelease } from "./release.ts";
import { type NatsServer, probeNatsServer } from "./version.ts";

export interface FindNatsOptions {
  readonly log?: Progress;
  /** Where `NATS_BIN`, `PATH` and `SATCHEL_CACHE` are read. Default: this process' environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Default: the pinned official release. */
  readonly release?: PinnedRelease;
  /** Default: the Debian or Ubuntu package. */
  readonly distribution?: (cache: string, log: Progress) => Promise<NatsServer>;
}

/**
 * Finds a supported NATS server, or downloads one: `NATS_BIN`, the PATH, the project's cache, the official release, the
 * distribution's package.
 * @throws one error with all that was tried and how to solve it
 */
export async function findNatsServer(options: FindNatsOptions = {}): Promise<NatsServer> {
  const { log = () => {}, env = process.env } = options;
  const { release = PINNED_RELEASE, distribution = unpackFromDistribution } = options;
  const cache = cacheDir(env);
  const faults: string[] = [];
  const reject = (fault: string) => {
    log(fault);
    faults.push(fault);
  };
  const found = (await installedNatsServer(env, reject)) ?? (await cachedNatsServer(cache));
  if (found !== undefined) return found;
  for (const download of [() => downloadRelease(cache, release, log), () => distribution(cache, log)]) {
    try {
      return await download();
    } catch (error) {
      faults.push(reason(error));
    }
  }
  throw new Error(
    [
      `No NATS server ${OLDEST_NATS} or newer was found, and none could be started:`,
      ...faults.map((fault) => `  - ${fault}`),
      "There are three ways out:",
      `  1. install nats-server ${OLDEST_NATS} or newer on the PATH, or name the program with NATS_BIN;`,
      "  2. name a running server that has JetStream with NATS_URL;",
      "  3. give this machine access to the official releases or to its Debian or Ubuntu mirror, and start again.",
    ].join("\n"),
  );
}

async function installedNatsServer(env: NodeJS.ProcessEnv, reject: Progress): Promise<NatsServer | undefined> {
  const onPath = (env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = onPath.map((folder) => join(folder, "nats-server"));
  for (const candidate of env.NATS_BIN ? [env.NATS_BIN, ...candidates] : candidates) {
    const server = await probeNatsServer(resolve(candidate));
    if (server === undefined) {
      if (candidate === env.NATS_BIN) reject(`NATS_BIN is ${candidate}, which is no NATS server that runs here`);
    } else if (isSupportedNats(server.version)) {
      return server;
    } else {
      reject(`${candidate} is version ${server.version}, and ${OLDEST_NATS} or newer is needed`);
    }
  }
  return undefined;
}

// `fetch` throws only "fetch failed"; its causes say why.
function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${reason(cause)}` : message;
}
