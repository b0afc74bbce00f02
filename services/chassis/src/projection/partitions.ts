import { createHash } from "node:crypto";
import { PARTITIONS } from "@satchel/contracts";
import pg from "pg";
import type { Logger } from "../logging.ts";

/** The object id of the lock that every member of a projection's runners shares; partitions have those below it. */
const MEMBERS = 1000;

/**
 * Which partitions this process works on. Ownership is a Postgres advisory lock, so it ends with the connection, and a
 * partition has one owner at most. All members hold one shared lock besides, which tells how many there are, and so
 * what a fair share is.
 */
export class Partitions {
  readonly #url: string;
  readonly #schema: string;
  readonly #logger: Logger;
  readonly #onLost: () => void;
  readonly #lockClass: number;
  readonly #owned = new Set<number>();
  #client: pg.Client | undefined;

  /** `onLost` is called when the connection and with it every lock is gone. */
  constructor(url: string, schema: string, logger: Logger, onLost: () => void) {
    this.#url = url;
    this.#schema = schema;
    this.#logger = logger;
    this.#onLost = onLost;
    this.#lockClass = createHash("sha256").update(`satchel.${schema}`).digest().readInt32BE();
  }

  get owned(): ReadonlySet<number> {
    return this.#owned;
  }

  /** Takes free partitions up to a fair share and gives back what is beyond it. */
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
    const { rows } = await client.query<{ taken: number }>(
      `select count(*)::int as taken from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
       and classid = $1::int8::oid and objid < ${MEMBERS} and database = (select oid from pg_database where datname = current_database())`,
      [this.#lockClass >>> 0],
    );
    return (rows[0]?.taken ?? 0) < PARTITIONS;
  }

  async close(): Promise<void> {
    this.#owned.clear();
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  async #connect(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: `satchel ${this.#schema} partitions`,
      // Whoever is frozen for longer than this loses its partitions to the others: the fence makes that harmless.
      options: "-c idle_session_timeout=15s",
      connectionTimeoutMillis: 5000,
    });
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#owned.clear();
      this.#logger.warn({ schema: this.#schema }, "the connection that holds the partitions was lost");
      this.#onLost();
    };
    client.on("error", lost);
    client.on("end", lost);
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1, $2)", [this.#lockClass, MEMBERS]);
    this.#client = client;
    return client;
  }

  async #fairShare(client: pg.Client): Promise<number> {
    const { rows } = await client.query<{ members: number }>(
      `select count(*)::int as members from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
       and classid = $1::int8::oid and objid = ${MEMBERS} and database = (select oid from pg_database where datname = current_database())`,
      [this.#lockClass >>> 0],
    );
    return Math.ceil(PARTITIONS / Math.max(1, rows[0]?.members ?? 1));
  }
}
