import {
  FOLLOW_UP_WAIT_MS,
  HOST_CONNECTIONS,
  HOST_LINE,
  HOST_WAIT_MS,
  PUT_OFF_MS,
  PUT_OFF_MS_MAX,
  PUT_OFF_MS_MIN,
} from "../limits.ts";
import type { Connection } from "./connection.ts";
import { FetchFault } from "./fetch-failure.ts";

/** The right to hold one connection to a host. */
export type Place = {
  /** Whether a connection may stay open with it: it is ended when the place goes to others. */
  readonly keepsConnection: boolean;
  /** The one that was left open, by this fetch or the one before. */
  connection: Connection | undefined;
  /** Gives it back, once and for all. */
  release(): void;
};

export type PlaceWish = {
  /** Goes before those that don't follow up on something, and waits {@link FOLLOW_UP_WAIT_MS}. */
  followUp: boolean;
  signal: AbortSignal;
};

/** Who may connect to which host now: {@link HOST_CONNECTIONS} at a time, so that no site is overrun by us. */
export type HostPlaces = {
  /**
   * Waits for a place, a short time.
   * @throws FetchFault `host-busy` with the time to come back, or the signal's reason
   */
  take(host: string, wish: PlaceWish): Promise<Place>;
};

/** Places that all processes share: one of {@link HOST_CONNECTIONS} at a host, or none that is free. */
export type PlaceLeases = {
  /** @returns the lease; undefined while all are taken */
  tryTake(host: string): Promise<Place | undefined>;
  /** Gives all back that this process keeps for its next fetches. */
  close(): void;
};

type Waiter = { followUp: boolean; come: () => void };

/** What is known of one host while somebody has to do with it. */
type Line = {
  taken: number;
  waiting: Waiter[];
  /** When the last one that was put off is to come back, in milliseconds since the epoch. */
  lastAppointment: number;
};

/** Hosts whose lines are remembered before those are looked for that nobody has to do with any more. */
const REMEMBERED = 1000;

/** Milliseconds between two looks whether another process gave its place back; with some chance in it. */
const LOOK_MS = 100;

/**
 * Lines in front of hosts, for this process, of which `limit` fetches go on at the same time; with `leases`, each place of its own must also be one of those that all
 * processes share. Whoever finds the line full is put off: waiting, it would keep a worker from other hosts.
 */
export function createHostPlaces(leases?: PlaceLeases, limit = HOST_CONNECTIONS): HostPlaces {
  const lines = new Map<string, Line>();

  function lineOf(host: string): Line {
    if (lines.size > REMEMBERED) {
      for (const [name, { taken, lastAppointment }] of lines) {
        if (taken === 0 && lastAppointment < Date.now()) lines.delete(name);
      }
    }
    const line = lines.get(host) ?? { taken: 0, waiting: [], lastAppointment: 0 };
    lines.set(host, line);
    return line;
  }

  return {
    async take(host, wish) {
      const line = lineOf(host);
      const until = Date.now() + (wish.followUp ? FOLLOW_UP_WAIT_MS : HOST_WAIT_MS);
      await comeUp(line, wish, { until, limit });
      let isLeft = false;
      const leaveOnce = () => {
        if (!isLeft) leave(line);
        isLeft = true;
      };
      try {
        const lease = (await leased(leases, host, { line, until, signal: wish.signal })) ?? ownPlace();
        return {
          keepsConnection: lease.keepsConnection,
          get connection() {
            return lease.connection;
          },
          set connection(connection) {
            lease.connection = connection;
          },
          release() {
            lease.release();
            leaveOnce();
          },
        };
      } catch (error) {
        leaveOnce();
        throw error;
      }
    },
  };
}

/** A place that nobody else knows of. It keeps no connection, since nobody would know when to end it. */
export function ownPlace(): Place {
  return { keepsConnection: false, connection: undefined, release() {} };
}

/** One place at a time, at the host that is being asked now. */
export type Seat = {
  /** Whether {@link leaveOpen} may be called. */
  keepsConnection(): boolean;
  /** Takes the connection that stayed open with the place; one to another origin is ended. */
  takeConnection(origin: string): Connection | undefined;
  /** Leaves a connection open for the next fetch at this place. */
  leaveOpen(connection: Connection): void;
  /** Goes to a host: gives the place at another one back first, so that no two wait for each other. */
  at(host: string): Promise<void>;
  leave(): void;
};

export function openSeat(places: HostPlaces, wish: PlaceWish): Seat {
  let held: { host: string; place: Place } | undefined;
  const leave = () => {
    held?.place.release();
    held = undefined;
  };
  return {
    keepsConnection: () => held?.place.keepsConnection ?? false,
    takeConnection(origin) {
      const connection = held?.place.connection;
      if (held === undefined || connection === undefined) return undefined;
      held.place.connection = undefined;
      if (connection.origin === origin) return connection;
      void connection.end();
      return undefined;
    },
    leaveOpen(connection) {
      if (held === undefined) void connection.end();
      else held.place.connection = connection;
    },
    async at(host) {
      if (held?.host === host) return;
      leave();
      held = { host, place: await places.take(host, wish) };
    },
    leave,
  };
}

/** Waits for one of this process' own places. */
async function comeUp(
  line: Line,
  { followUp, signal }: PlaceWish,
  { until, limit }: { until: number; limit: number },
): Promise<void> {
  signal.throwIfAborted();
  if (line.taken < limit) line.taken++;
  else if (!followUp && line.waiting.length >= HOST_LINE) throw busy(line);
  else await turn(line, { followUp, signal }, until);
}

/** The next in the line has the place at once, so that nobody who comes in between can. */
function leave(line: Line): void {
  const next = line.waiting[0];
  if (next === undefined) line.taken--;
  else next.come();
}

function turn(line: Line, { followUp, signal }: PlaceWish, until: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      line.waiting = line.waiting.filter((other) => other !== waiter);
      settle();
    };
    const waiter: Waiter = { followUp, come: () => end(resolve) };
    const timer = setTimeout(() => end(() => reject(busy(line))), until - Date.now());
    const abort = () => end(() => reject(signal.reason as Error));
    signal.addEventListener("abort", abort);
    const behind = followUp ? line.waiting.findIndex((other) => !other.followUp) : -1;
    line.waiting.splice(behind === -1 ? line.waiting.length : behind, 0, waiter);
  });
}

async function leased(
  leases: PlaceLeases | undefined,
  host: string,
  { line, until, signal }: { line: Line; until: number; signal: AbortSignal },
): Promise<Place | undefined> {
  if (leases === undefined) return undefined;
  for (;;) {
    const lease = await leases.tryTake(host);
    if (lease !== undefined && signal.aborted) lease.release();
    signal.throwIfAborted();
    if (lease !== undefined) return lease;
    const pause = LOOK_MS * (0.5 + Math.random());
    if (Date.now() + pause > until) throw busy(line);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Those put off come back one after the other, spread over the time that the host needs for them. */
function busy(line: Line): FetchFault {
  const now = Date.now();
  const next = Math.max(line.lastAppointment, now + PUT_OFF_MS_MIN) + PUT_OFF_MS;
  const isFull = next - now > PUT_OFF_MS_MAX;
  if (!isFull) line.lastAppointment = next;
  const ms = isFull ? PUT_OFF_MS_MAX * (0.5 + Math.random() / 2) : next - now;
  return new FetchFault("host-busy", "others are being fetched from this host", 0, Math.round(ms));
}
