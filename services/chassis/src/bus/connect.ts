import { connect, type NatsConnection } from "@nats-io/transport-node";
import { inboxPrefix } from "@satchel/contracts";
import type { Logger } from "../logging.ts";

/** A connection to NATS, and whether it is up right now. */
export interface Bus {
  readonly nc: NatsConnection;
  /** Address of the server's monitoring, when configured. */
  readonly monitorUrl: string | undefined;
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
  /** False: fails when the server is not there, as a command at a terminal should. Default: waits for it. */
  wait?: boolean;
}

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
export async function connectBus({ url, name, logger, monitorUrl, wait = true }: BusOptions): Promise<Bus> {
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
    connected: () => up && !nc.isClosed(),
    close: async () => {
      if (!nc.isClosed()) await nc.drain().catch(() => nc.close());
    },
  };
}
