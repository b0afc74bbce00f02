import { createHash } from "node:crypto";
import { PARTITIONS } from "@satchel/contracts";
import pg from "pg";
import type { Logger } from "../logging.ts";

/** Milliseconds to connect: no call waits for it, and a busy machine is slow. */
const CONNECT_MS = 60_000;

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
  #client: Promise<pg.Client> | undefined;

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
   * @param pool used for the query, because opening the members' connection would count as a member
   */
  async hasOthers(pool: pg.Pool): Promise<boolean> {
    const own = this.#client === undefined ? 0 : 1;
    return (await this.#countMembers(pool)) > own;
  }

  async close(): Promise<void> {
    this.#owned.clear();
    const client = this.#client;
    this.#client = undefined;
    await client?.then((open) => open.end()).catch(() => {});
  }

  /** One connection, also for two parallel calls: a second one would count as a second member. */
  #connect(): Promise<pg.Client> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    const { url, schema, logger, frozenMs, onLost } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: `satchel ${schema} partitions`,
      // A process that is paused for longer loses its partitions to other replicas: the fence makes that harmless.
      options: `-c idle_session_timeout=${frozenMs}`,
      connectionTimeoutMillis: CONNECT_MS,
    });
    let isOpen = false;
    const onEnd = (): void => {
      if (!isOpen || this.#client === undefined) return;
      isOpen = false;
      this.#client = undefined;
      this.#owned.clear();
      logger.warn({ schema }, "the connection that holds the partitions was lost");
      onLost();
    };
    client.on("error", onEnd);
    client.on("end", onEnd);
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1, $2)", [this.#lockClass, MEMBERS]);
    isOpen = true;
    return client;
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
