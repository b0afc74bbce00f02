import { setTimeout as delay } from "node:timers/promises";
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type ConnectionOptions, errors, type NatsConnection } from "@nats-io/transport-node";
import { inboxPrefix, isSupportedNats, OLDEST_NATS, START_MS } from "@satchel/contracts";
import type { Logger } from "../logging.ts";
import { WaitLog } from "../waiting.ts";

/** JetStream over one connection. */
export interface Streams {
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** Replicas of each stream and bucket. */
  readonly copies: number;
}

export interface Bus extends Streams {
  readonly nc: NatsConnection;
  /** Addresses of the servers' monitoring, separated by commas, when configured. */
  readonly monitorUrl: string | undefined;
  connected(): boolean;
  /** Sends what is buffered, finishes what was received, and closes. */
  close(): Promise<void>;
}

interface BusOptions {
  /** One or several `nats://user:password@host:port`, separated by commas. */
  url: string;
  /** Name of the client, as `nats-server` shows it. */
  name: string;
  logger: Logger;
  monitorUrl?: string | undefined;
  /** Replicas of each stream and bucket, in a cluster. */
  copies?: number;
  /** False: fails when the server is unavailable, as a command at a terminal should. Default: waits for it. */
  wait?: boolean;
}

/** The settings of the bus' address; `busSettings` has them. */
export interface BusSettings {
  readonly NATS_URL: string;
  readonly NATS_MONITOR_URL?: string;
  readonly NATS_REPLICAS: number;
}

/** The address of the bus for {@link connectBus}. */
export type BusAddress = Pick<BusOptions, "url" | "monitorUrl" | "copies">;

export const busAt = (config: BusSettings): BusAddress => ({
  url: config.NATS_URL,
  monitorUrl: config.NATS_MONITOR_URL,
  copies: config.NATS_REPLICAS,
});

/** Milliseconds to wait for an answer of JetStream. */
const JETSTREAM_MS = 5000;

/** Separates user and password from the addresses, as the client needs them. */
export function parseBusUrl(url: string): { servers: string[]; user?: string; pass?: string; token?: string } {
  const parsed = url.split(",").map((part) => new URL(part.includes("://") ? part.trim() : `nats://${part.trim()}`));
  const first = parsed[0];
  const servers = parsed.map((part) => part.host);
  if (first === undefined || first.username === "") return { servers };
  const user = decodeURIComponent(first.username);
  return first.password === "" ? { servers, token: user } : { servers, user, pass: decodeURIComponent(first.password) };
}

/** What the log says while no server takes the client. */
const WAITING = "waiting for the bus (NATS_URL)";

/** Octets of a message that the server has to take: the default of nats-server. A mail or a text would be refused again and again. */
const MESSAGE_BYTES = 1024 * 1024;

/**
 * Connects, waiting for the server by default, and reconnects without a limit.
 * @throws Error when the server is older than {@link OLDEST_NATS}, takes smaller messages than {@link MESSAGE_BYTES}, or refuses
 * user and password.
 */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const { url, name, logger, monitorUrl, copies = 1, wait = true } = options;
  const access = parseBusUrl(url);
  const connectionOptions = {
    ...access,
    name,
    // Each user may subscribe to its own replies alone (contracts, bus-users.ts).
    ...(access.user === undefined ? {} : { inboxPrefix: inboxPrefix(access.user) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // Otherwise two "Authentication Timeout" in a row, from a busy server, would close the connection for good.
    ignoreAuthErrorAbort: true,
    // A stack trace for every request would cost more than the request.
    noAsyncTraces: true,
    pingInterval: 10_000,
    maxPingOut: 2,
  };
  const nc = await (wait ? connectWhenUp(connectionOptions, logger) : connect(connectionOptions));
  const version = nc.info?.version ?? "unknown";
  if (!isSupportedNats(version)) {
    await nc.close();
    throw new Error(`nats-server ${version} is too old: Satchel needs ${OLDEST_NATS} or newer`);
  }
  const bytes = nc.info?.max_payload ?? MESSAGE_BYTES;
  if (bytes < MESSAGE_BYTES) {
    await nc.close();
    throw new Error(`The NATS server takes ${bytes} octets in a message (max_payload): Satchel needs ${MESSAGE_BYTES}`);
  }
  let up = true;
  // A server that refuses user and password is asked several times a second, and says so each time.
  const log = new WaitLog(logger, WAITING);
  void (async () => {
    for await (const status of nc.status()) {
      if (status.type === "disconnect" || status.type === "reconnect") {
        const isUp = status.type === "reconnect";
        if (isUp !== up) logger.warn({ event: status.type }, "bus");
        if (isUp) log.ends();
        up = isUp;
      } else if (status.type === "error") {
        if (up) logger.error({ err: status.error }, "bus error");
        else log.waits({ reason: status.error.message });
      }
    }
    up = false;
  })();
  return {
    nc,
    js: jetstream(nc, { timeout: JETSTREAM_MS }),
    jsm: await jetstreamManager(nc, { timeout: JETSTREAM_MS, checkAPI: false }),
    monitorUrl,
    copies,
    connected: () => up && !nc.isClosed(),
    close: async () => {
      if (!nc.isClosed()) await nc.drain().catch(() => nc.close());
    },
  };
}

/**
 * Milliseconds for the first attempt to connect; doubled after each timeout, up to {@link START_MS}. What was enough is also
 * enough later: on Kubernetes the first attempt after a server's end is led to its address, where nothing answers any more.
 */
const DIAL_MS = 5000;
/** Milliseconds between two attempts. */
const RETRY_MS = 250;
/** Milliseconds between two updates of the log of the wait: one attempt may take minutes. */
const LOG_MS = 1000;

/** Retries until a server answers: it may still be starting, where all parts are started together. */
async function connectWhenUp(options: ConnectionOptions, logger: Logger): Promise<NatsConnection> {
  const log = new WaitLog(logger, WAITING);
  let reason = "no answer yet";
  const waits = (): void => log.waits({ servers: options.servers, reason });
  waits();
  const logging = setInterval(waits, LOG_MS);
  try {
    for (let timeout = DIAL_MS; ; await delay(RETRY_MS)) {
      try {
        return await connect({ ...options, timeout });
      } catch (error) {
        if (isRefusedUser(error)) throw error;
        reason = error instanceof Error ? error.message : String(error);
        if (error instanceof errors.TimeoutError) timeout = Math.min(timeout * 2, START_MS);
      }
    }
  } finally {
    clearInterval(logging);
  }
}

/** Whether user or password are wrong. A server whose password check timed out reports the same in other words. */
export const isRefusedUser = (error: unknown): boolean =>
  error instanceof errors.AuthorizationError && !/timeout/i.test(error.message);
