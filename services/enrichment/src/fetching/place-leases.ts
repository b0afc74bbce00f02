import type { Bus, Logger } from "@satchel/chassis";
import { FETCH_MS } from "@satchel/contracts";
import { HOST_CONNECTIONS, PLACE_KEPT_MS, PLACE_MS } from "../limits.ts";
import type { Connection } from "./connection.ts";
import { ownPlace, type Place, type PlaceLeases } from "./host-places.ts";
import { type MemoryStream, openMemoryStream } from "./memory-stream.ts";

/** Octets of all leases: an empty message and its subject take some 150, so these are far more than there are workers. */
const LEASES_BYTES = 4 * 1024 * 1024;

/** Milliseconds by which a lease must outlast the longest fetch that begins with it. */
const MARGIN_MS = 1000;

/** A place that was taken on the bus. */
type Lease = {
  readonly host: string;
  /** What stands for it on the bus. */
  readonly sequence: number;
  /** Until when a fetch may begin with it and still be over before it expires; by `performance.now()`. */
  readonly usableUntil: number;
  /** What stays open with it. */
  connection: Connection | undefined;
};

/**
 * Opens the places at hosts that all workers and replicas share: a place is taken by being the first to write under its
 * name, and given back by removing that. One that is not given back, because its worker died, expires after
 * {@link PLACE_MS}. The names don't tell the hosts.
 *
 * What is given back stays this process' own for {@link PLACE_KEPT_MS}, and its connection open: a page's pictures follow
 * it at once, and mostly lie on the same host.
 *
 * While the bus does not answer, places are given without asking, and each process keeps to the limit by itself:
 * being polite is no reason to describe nothing.
 */
export async function openPlaceLeases(bus: Bus, logger: Logger, placeMs = PLACE_MS): Promise<PlaceLeases> {
  const stream = await openMemoryStream(bus, logger, {
    name: "FETCH_PLACES",
    prefix: "places",
    ageMs: placeMs,
    bytes: LEASES_BYTES,
  });
  const kept = keepLeases((leases) => {
    for (const lease of leases) {
      giveBack(stream, lease).catch((err: unknown) => logger.warn({ err }, "a place at a host expires by itself"));
    }
  });
  void (async () => {
    // A server that was restarted has forgotten them, and may have given the same places to others.
    for await (const { type } of bus.nc.status()) if (type === "disconnect") kept.forget();
  })();
  const placeOf = (lease: Lease): Place => ({
    keepsConnection: true,
    get connection() {
      return lease.connection;
    },
    set connection(connection) {
      lease.connection = connection;
    },
    release: () => kept.keep(lease),
  });

  async function take(host: string): Promise<Place | undefined> {
    const again = kept.take(host);
    if (again !== undefined) return placeOf(again);
    const usableUntil = performance.now() + placeMs - FETCH_MS - MARGIN_MS;
    const sequence = await claimOne(stream, host);
    return sequence === undefined ? undefined : placeOf({ host, sequence, usableUntil, connection: undefined });
  }

  return {
    async tryTake(host) {
      try {
        return await take(host);
      } catch (err) {
        logger.warn({ err }, "places at hosts can't be shared");
        return ownPlace();
      }
    },
    close: () => kept.close(),
  };
}

const NOTHING = new Uint8Array(0);

async function claimOne(stream: MemoryStream, host: string): Promise<number | undefined> {
  // Not all begin with the same: of two workers the second would always have to ask twice.
  const first = Math.floor(Math.random() * HOST_CONNECTIONS);
  const token = stream.tokenOf(host);
  for (let i = 0; i < HOST_CONNECTIONS; i++) {
    const sequence = await stream.claim(`${token}.${(first + i) % HOST_CONNECTIONS}`, NOTHING);
    if (sequence !== undefined) return sequence;
  }
  return undefined;
}

/** The connection first: whoever has the place next opens one of their own. */
async function giveBack(stream: MemoryStream, { connection, sequence }: Lease): Promise<void> {
  if (connection !== undefined) await connection.end();
  await stream.remove(sequence);
}

type KeptLeases = {
  /** One of a host that is still usable; it is in use again. */
  take(host: string): Lease | undefined;
  /** Keeps one for a while that is not in use any more. */
  keep(lease: Lease): void;
  /** Leaves all without giving them back, and ends their connections. */
  forget(): void;
  /** Gives all back, and from now on each at once. */
  close(): void;
};

/** Leases that nobody uses at the moment; `giveBack` gets those whose time is over. */
function keepLeases(giveBack: (leases: readonly Lease[]) => void): KeptLeases {
  let idle: { lease: Lease; until: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** One look for all: what is given back together is sent together. */
  function look(): void {
    const now = performance.now();
    timer = undefined;
    const over = idle.filter(({ until }) => until <= now);
    idle = idle.filter(({ until }) => until > now);
    giveBack(over.map(({ lease }) => lease));
    if (idle.length > 0) lookLater();
  }
  function lookLater(): void {
    timer ??= setTimeout(look, PLACE_KEPT_MS / 2).unref();
  }

  return {
    take(host) {
      const now = performance.now();
      const found = idle.findIndex(({ lease }) => lease.host === host && lease.usableUntil > now);
      return found === -1 ? undefined : idle.splice(found, 1)[0]?.lease;
    },
    keep(lease) {
      const now = performance.now();
      if (isClosed || lease.usableUntil <= now) return giveBack([lease]);
      idle.push({ lease, until: Math.min(lease.usableUntil, now + PLACE_KEPT_MS) });
      lookLater();
    },
    forget() {
      for (const { lease } of idle.splice(0)) void lease.connection?.end();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      giveBack(idle.splice(0).map(({ lease }) => lease));
    },
  };
}
