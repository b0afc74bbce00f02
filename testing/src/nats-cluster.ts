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
  /** Sends SIGTERM or another signal, and resolves when the process has ended. */
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

/** Free ports for so many servers. */
export async function clusterPorts(size: number): Promise<Ports[]> {
  const ports: Ports[] = [];
  for (let n = 0; n < size; n++) {
    ports.push({ client: await freePort(), monitor: await freePort(), route: await freePort() });
  }
  return ports;
}

interface NodeConfig {
  /** The ports of all servers, and which of them this one is. */
  readonly ports: readonly Ports[];
  readonly n: number;
  readonly storeDir: string;
  /** Whether clients are told of the other servers. */
  readonly advertise?: boolean;
}

/** The configuration of one server of a cluster on loopback. */
export function nodeConfig({ ports, n, storeDir, advertise = true }: NodeConfig): string {
  const { client, monitor, route } = ports[n] as Ports;
  const routes = ports.map((each) => `nats://127.0.0.1:${each.route}`);
  return `
server_name: node${n}
host: 127.0.0.1
port: ${client}
http: "127.0.0.1:${monitor}"
max_payload: 1048576
jetstream { store_dir: ${JSON.stringify(storeDir)}, sync_interval: always, max_memory_store: 67108864 }
cluster { name: satchel, host: 127.0.0.1, port: ${route}, no_advertise: ${!advertise}, routes: ${JSON.stringify(routes)} }
`;
}

/** Milliseconds for all servers to find each other, and attempts with new ports. */
const CONNECT_MS = 15_000;
const TRIES = 3;
/** Milliseconds for the election of a leader: one takes 4 to 9 s, and a busy machine may need several. */
export const ELECTIONS_MS = 60_000;
/** Milliseconds for a server to catch up with the others, on a machine under other load. */
const HEALTHY_MS = 120_000;

/** Starts so many servers on loopback. They end with the test file at the latest. */
export async function startNatsCluster(size = 3): Promise<NatsCluster> {
  const { path: bin } = await findNatsServer({});
  for (let tries = 1; ; tries++) {
    const nodes = await makeNodes(bin, size);
    atEnd(async () => void (await Promise.all(nodes.map((node) => node.stop("SIGKILL")))));
    await Promise.all(nodes.map((node) => node.start()));
    try {
      await eventually(() => areConnected(nodes), { timeout: CONNECT_MS, interval: 50 });
    } catch (error) {
      // Another process may have taken a free port before its use.
      if (tries === TRIES) throw error;
      await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
      continue;
    }
    const all = (name: "url" | "monitorUrl"): string => nodes.map((node) => node[name]).join(",");
    return { url: all("url"), monitorUrl: all("monitorUrl"), nodes };
  }
}

async function makeNodes(bin: string, size: number): Promise<NatsNode[]> {
  const dir = await tempDir();
  const ports = await clusterPorts(size);
  return Promise.all(
    ports.map(async (own, n) => {
      const folder = join(dir, `node${n}`);
      await mkdir(folder);
      const config = join(folder, "nats.conf");
      await writeFile(config, nodeConfig({ ports, n, storeDir: join(folder, "store") }));
      return nodeOf(bin, config, own);
    }),
  );
}

/** The state of the cluster at `/jsz`; only the leader reports the other servers. */
interface Jsz {
  readonly meta_cluster?: { readonly replicas?: readonly { readonly current: boolean; readonly offline?: boolean }[] };
}

/** Whether the leader is connected to all other servers, so that copies can be placed on each. */
export async function areConnected(nodes: readonly Pick<NatsNode, "monitorUrl">[]): Promise<boolean> {
  const states = await Promise.all(
    nodes.map(async ({ monitorUrl }) => (await (await fetch(`${monitorUrl}/jsz`)).json()) as Jsz),
  );
  return states.some(({ meta_cluster }) => {
    const others = (meta_cluster?.replicas ?? []).filter(({ current, offline }) => current && offline !== true);
    return others.length === nodes.length - 1;
  });
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
      // Answers 200 when JetStream has a leader and this server's copies are current.
      const isHealthy = async (): Promise<void> => {
        const answer = await fetch(`${monitorUrl}/healthz`);
        if (!answer.ok) throw new Error(`a server of the bus is not healthy: ${await answer.text()}`);
      };
      await eventually(isHealthy, { timeout: HEALTHY_MS });
    },
  };
}
