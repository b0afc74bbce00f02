import pg from "pg";

/** Milliseconds to connect: no call waits for it, and a busy machine is slow. */
export const CONNECT_MS = 60_000;

/** Milliseconds after which a paused process loses its locks. */
export const FROZEN_MS = 15_000;

/** Milliseconds for an answer on a connection of locks, longer than for a paused process: all that is asked is answered at once. */
export const silentMs = (frozenMs = FROZEN_MS): number => 4 * frozenMs;

interface Member {
  readonly url: string;
  /** The class of its locks: the first of their two numbers. */
  readonly lockClass: number;
  /** Milliseconds of silence after which Postgres ends the connection of a paused process. */
  readonly frozenMs: number;
  /** Called when the connection, and with it every lock, is lost. */
  readonly onLost: () => void;
}

/** A connection that holds advisory locks. */
export interface LockConnection {
  readonly client: pg.Client;
  /** Gives it up, with the locks of the member's class; the last member closes it. Never rejects. */
  leave(): Promise<void>;
}

interface SharedConnection {
  readonly key: string;
  readonly opening: Promise<pg.Client>;
  /** By the classes of their locks. */
  readonly members: Map<number, Member>;
}

const shared = new Set<SharedConnection>();

/**
 * The connection on which a projection holds its locks. All projections of a process share one, because each takes more than
 * 2 MB of Postgres' memory. Two members with the same locks are replicas, so each of them gets a connection of its own.
 */
export async function joinLockConnection(member: Member): Promise<LockConnection> {
  const { url, lockClass, frozenMs } = member;
  const key = `${frozenMs} ${url}`;
  const joined = [...shared].find((one) => one.key === key && !one.members.has(lockClass)) ?? open(key, url, frozenMs);
  joined.members.set(lockClass, member);
  const leave = async (): Promise<void> => {
    joined.members.delete(lockClass);
    if (joined.members.size === 0) shared.delete(joined);
    try {
      const client = await joined.opening;
      if (joined.members.size === 0) await client.end();
      else await client.query(UNLOCK_CLASS, [lockClass >>> 0]);
    } catch {
      // The connection is lost, and so are its locks.
    }
  };
  try {
    return { client: await joined.opening, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

const UNLOCK_CLASS = `
  select case mode when 'ShareLock' then pg_advisory_unlock_shared(classid::int8::bit(32)::int, objid::int)
    else pg_advisory_unlock(classid::int8::bit(32)::int, objid::int) end
  from pg_locks where locktype = 'advisory' and objsubid = 2 and pid = pg_backend_pid() and classid = $1::int8::oid`;

function open(key: string, url: string, frozenMs: number): SharedConnection {
  const members = new Map<number, Member>();
  let isOpen = false;
  const opening = (async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: "satchel partitions",
      // A process that is paused for longer loses its partitions to other replicas: the fence makes that harmless.
      options: `-c idle_session_timeout=${frozenMs}`,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: silentMs(frozenMs),
      // Several projections ask at the same time.
      pipeline: true,
    });
    const onEnd = (): void => {
      shared.delete(one);
      const lost = isOpen ? [...members.values()] : [];
      members.clear();
      for (const { onLost } of lost) onLost();
    };
    client.on("error", onEnd);
    client.on("end", onEnd);
    await client.connect();
    isOpen = true;
    return client;
  })();
  opening.catch(() => shared.delete(one));
  const one: SharedConnection = { key, opening, members };
  shared.add(one);
  return one;
}
