import { connect, type NatsConnection } from "@nats-io/transport-node";
import { inboxPrefix } from "@satchel/contracts";
import type { Logger } from "../logging.ts";

/** A connection to NATS, and whether it is up right now. */
export interface Bus {
  readonly nc: NatsConnection;
  /** Addresses of the servers' monitoring, separated by commas, when configured. */
  readonly monitorUrl: string | undefined;
  /** Copies that the servers keep of each stream and bucket. */
  readonly copies: number;
  connected(): boolean;
  /** Sends what is buffered, finishes what was received, and closes. */
  close(): Promise<void>;
}

export interface BusOptions {
  /** One or several `nats://user:password@host:port`, separated by commas. */
  url: string;
  /** Name of the client, as `nats-server` shows it. */
  name: string;
  logger: Logger;
  monitorUrl?: string | undefined;
  /** Of each stream and bucket, over the servers of a cluster. */
  copies?: number;
  /** False: fails when the server is not there, as a command at a terminal should. Default: waits for it. */
  wait?: boolean;
}

/** The settings that say where the bus is; `busSettings` has them. */
export interface BusSettings {
  readonly NATS_URL: string;
  readonly NATS_MONITOR_URL?: string;
  readonly NATS_REPLICAS: number;
}

/** Where the bus is, as {@link connectBus} wants it. */
export type BusAddress = Pick<BusOptions, "url" | "monitorUrl" | "copies">;

export const busAt = (config: BusSettings): BusAddress => ({
  url: config.NATS_URL,
  monitorUrl: config.NATS_MONITOR_URL,
  copies: config.NATS_REPLICAS,
});

/** JetStream's `sync_interval`, multi-filter consumers and `term` reasons need it. */
const MINIMUM = [2, 10] as const;

/** Whether a version is at least {@link MINIMUM}. */
export function isSupportedNats(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

/** Takes user and password out of the addresses: the client wants them apart. */
export function parseBusUrl(url: string): { servers: string[]; user?: string; pass?: string; token?: string } {
  const parsed = url.split(",").map((part) => new URL(part.includes("://") ? part.trim() : `nats://${part.trim()}`));
  const first = parsed[0];
  const servers = parsed.map((part) => part.host);
  if (first === undefined || first.username === "") return { servers };
  const user = decodeURIComponent(first.username);
  return first.password === "" ? { servers, token: user } : { servers, user, pass: decodeURIComponent(first.password) };
}

/**
 * Connects, waiting until the server is there unless told otherwise, and stays connected: a lost connection is taken up again for ever.
 * @throws Error when the server is older than 2.10.
 */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const { url, name, logger, monitorUrl, copies = 1, wait = true } = options;
  const access = parseBusUrl(url);
  const nc = await connect({
    ...access,
    name,
    // A user of its own may listen to its own answers alone (contracts, bus-users.ts).
    ...(access.user === undefined ? {} : { inboxPrefix: inboxPrefix(access.user) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: wait,
    // A stack kept for every request would cost more than the request does.
    noAsyncTraces: true,
    pingInterval: 10_000,
    maxPingOut: 2,
  });
  const version = nc.info?.version ?? "unknown";
  if (!isSupportedNats(version)) {
    await nc.close();
    throw new Error(`nats-server ${version} is too old: Satchel needs ${MINIMUM.join(".")} or newer`);
  }
  let up = true;
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === "disconnect" || status.type === "reconnect") {
        up = status.type === "reconnect";
        logger.warn({ event: status.type }, "bus");
      } else if (status.type === "error") logger.error({ err: status.error }, "bus error");
    }
    up = false;
  })();
  return {
    nc,
    monitorUrl,
    copies,
    connected: () => up && !nc.isClosed(),
    close: async () => {
      if (!nc.isClosed()) await nc.drain().catch(() => nc.close());
    },
  };
}
