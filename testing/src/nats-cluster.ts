import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findNatsServer, freePort } from "@satchel/embedded";
import { atEnd } from "./at-end.ts";
import { eventually } from "./eventually.ts";
import { tempDir } from "./temp-dir.ts";

/** One server of a cluster, as a process of its own. */
export interface NatsNode {
  readonly url: string;
  readonly monitorUrl: string;
  /** Its process, for signals; undefined while it is down. */
  readonly pid: number | undefined;
  /** SIGTERM by default; resolves when the process has ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Starts it again, on the same ports and data; resolves when it has caught up with the others. */
  readonly start: () => Promise<void>;
}

/** Servers with JetStream that keep copies of one another. */
export interface NatsCluster {
  /** All of them, separated by commas. */
  readonly url: string;
  readonly monitorUrl: string;
  readonly nodes: readonly NatsNode[];
}

interface Ports {
  readonly client: number;
  readonly monitor: number;
  readonly route: number;
}

const configOf = (
  n: number,
  { client, monitor, route }: Ports,
  routes: readonly string[],
  storeDir: string,
): string => `
server_name: node${n}
host: 127.0.0.1
port: ${client}
http: "127.0.0.1:${monitor}"
max_payload: 1048576
jetstream { store_dir: ${JSON.stringify(storeDir)}, sync_interval: always, max_memory_store: 67108864 }
cluster { name: satchel, host: 127.0.0.1, port: ${route}, routes: ${JSON.stringify(routes)} }
`;

/** Starts so many servers on loopback, which end with the test file at the latest. */
export async function startNatsCluster(size = 3): Promise<NatsCluster> {
  const [{ path: bin }, dir] = await Promise.all([findNatsServer({}), tempDir()]);
  const ports: Ports[] = [];
  for (let n = 0; n < size; n++) {
    ports.push({ client: await freePort(), monitor: await freePort(), route: await freePort() });
  }
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`);
  const nodes = await Promise.all(
    ports.map(async (own, n) => {
      const folder = join(dir, `node${n}`);
      await mkdir(folder);
      const config = join(folder, "nats.conf");
      await writeFile(config, configOf(n, own, routes, join(folder, "store")));
      return nodeOf(bin, config, own);
    }),
  );
  atEnd(async () => void (await Promise.all(nodes.map((node) => node.stop("SIGKILL")))));
  await Promise.all(nodes.map((node) => node.start()));
  const all = (name: "url" | "monitorUrl"): string => nodes.map((node) => node[name]).join(",");
  return { url: all("url"), monitorUrl: all("monitorUrl"), nodes };
}

function nodeOf(bin: string, config: string, { client, monitor }: Ports): NatsNode {
  const monitorUrl = `http://127.0.0.1:${monitor}`;
  let child: ChildProcess | undefined;
  return {
    url: `nats://127.0.0.1:${client}`,
    monitorUrl,
    get pid() {
      return child?.pid;
    },
    stop: async (signal = "SIGTERM") => {
      if (child === undefined) return;
      const ended = once(child, "exit");
      child.kill(signal);
      child.kill("SIGCONT");
      await ended;
      child = undefined;
    },
    start: async () => {
      child = spawn(bin, ["--config", config], { stdio: "ignore" });
      await once(child, "spawn");
      // Answers 200 once JetStream has a leader and this server's copies are those of the others.
      const isHealthy = async (): Promise<boolean> => (await fetch(`${monitorUrl}/healthz`)).ok;
      await eventually(isHealthy, { timeout: 30_000 });
    },
  };
}
