import { createHash } from "node:crypto";
import { PARTITIONS } from "@satchel/contracts";
import type pg from "pg";
import type { Logger } from "../logging.ts";
import { type Checkpoint, readCheckpoints } from "./checkpoints.ts";
import { joinLockConnection, type LockConnection } from "./lock-connection.ts";

/** The id of the lock that all runners of a projection share; partitions have lower ids. */
const MEMBERS = 1000;

interface PartitionsOptions {
  readonly url: string;
  readonly schema: string;
  readonly logger: Logger;
  /** Milliseconds of silence after which Postgres releases the locks of a paused process. */
  readonly frozenMs: number;
  /** Called when the connection, and with it every lock, is lost. */
  readonly onLost: () => void;
}

/**
 * The partitions that this process owns. Ownership is a Postgres advisory lock, so it ends with the connection, and a
 * partition has one owner at most. All runners (members) also share one lock, by which they are counted for a fair share.
 */
export class Partitions {
  readonly #options: PartitionsOptions;
  readonly #lockClass: number;
  readonly #owned = new Set<number>();
  #connection: Promise<LockConnection> | undefined;

  constructor(options: PartitionsOptions) {
    this.#options = options;
    this.#lockClass = createHash("sha256").update(`satchel.${options.schema}`).digest().readInt32BE();
  }

  get owned(): ReadonlySet<number> {
    return this.#owned;
  }

  /** Takes free partitions up to a fair share and releases the rest. */
  async settle(): Promise<void> {
    const client = await this.#connect();
    const share = await this.#fairShare(client);
    for (const partition of [...this.#owned].sort((a, b) => a - b)) {
      if (this.#owned.size <= share) break;
      this.#owned.delete(partition);
      await client.query("select pg_advisory_unlock($1, $2)", [this.#lockClass, partition]);
    }
    for (let partition = 0; partition < PARTITIONS && this.#owned.size < share; partition++) {
      if (this.#owned.has(partition)) continue;
      const sql = "select pg_try_advisory_lock($1, $2) as locked";
      const { rows } = await client.query<{ locked: boolean }>(sql, [this.#lockClass, partition]);
      if (rows[0]?.locked === true) this.#owned.add(partition);
    }
  }

  /** Whether {@link settle} would change anything: members came or went. */
  async unsettled(): Promise<boolean> {
    const client = await this.#connect();
    const share = await this.#fairShare(client);
    if (this.#owned.size > share) return true;
    if (this.#owned.size === share) return false;
    return (await this.#countLocks(client, `objid < ${MEMBERS}`)) < PARTITIONS;
  }

  /**
   * Whether there are other members, also while this process is not one.
   * @param pool used for the query, because the members' connection would make this process a member
   */
  async hasOthers(pool: pg.Pool): Promise<boolean> {
    const own = this.#connection === undefined ? 0 : 1;
    return (await this.#countMembers(pool)) > own;
  }

  /** The checkpoints, read over the members' connection, so that a pool without work has none open. */
  async checkpoints(): Promise<Checkpoint[]> {
    return readCheckpoints(await this.#connect(), this.#options.schema);
  }

  async close(): Promise<void> {
    this.#owned.clear();
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.then((open) => open.leave()).catch(() => {});
  }

  /** One connection, also for two parallel calls: a second one would count as a second member. */
  async #connect(): Promise<pg.Client> {
    this.#connection ??= this.#join().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return (await this.#connection).client;
  }

  async #join(): Promise<LockConnection> {
    const { url, schema, logger, frozenMs, onLost } = this.#options;
    const connection = await joinLockConnection({
      url,
      lockClass: this.#lockClass,
      frozenMs,
      onLost: () => {
        this.#connection = undefined;
        this.#owned.clear();
        logger.warn({ schema }, "the connection that holds the partitions was lost");
        onLost();
      },
    });
    try {
      await connection.client.query("select pg_advisory_lock_shared($1, $2)", [this.#lockClass, MEMBERS]);
      return connection;
    } catch (error) {
      await connection.leave();
      throw error;
    }
  }

  async #fairShare(client: pg.Client): Promise<number> {
    return Math.ceil(PARTITIONS / Math.max(1, await this.#countMembers(client)));
  }

  #countMembers(client: pg.Client | pg.Pool): Promise<number> {
    return this.#countLocks(client, `objid = ${MEMBERS}`);
  }

  async #countLocks(client: pg.Client | pg.Pool, condition: string): Promise<number> {
    const { rows } = await client.query<{ locks: number }>(
      `select count(*)::int as locks from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
       and classid = $1::int8::oid and ${condition} and database = (select oid from pg_database where datname = current_database())`,
      [this.#lockClass >>> 0],
    );
    return rows[0]?.locks ?? 0;
  }
}
