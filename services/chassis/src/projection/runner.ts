import { type Consumer, type ConsumerMessages, DeliverPolicy } from "@nats-io/jetstream";
import { JOURNAL, PARTITIONS } from "@satchel/contracts";
import type { Pool } from "pg";
import type { Bus } from "../bus/connect.ts";
import { messageFrom } from "../bus/messages.ts";
import type { Journal } from "../journal/journal.ts";
import type { Logger } from "../logging.ts";
import { onScrape } from "../operations/scrape.ts";
import { WaitLog } from "../waiting.ts";
import { pause } from "../pause.ts";
import { type Periodic, periodically } from "../periodic.ts";
import { inBatches, stopWhenSilent } from "./batches.ts";
import { Applier } from "./applier.ts";
import type { Poison } from "./batch.ts";
import { FenceLost, readCheckpoints } from "./checkpoints.ts";
import { isBusFault, isTransient, RebuildStopped } from "../faults.ts";
import { FROZEN_MS } from "./lock-connection.ts";
import { Partitions } from "./partitions.ts";
import { forgetLag, setLag } from "./lag.ts";
import type { Projection } from "./projection.ts";
import { scrubNightly } from "./scrub.ts";
import { ensureSchema, epochOf, type SchemaState, WHY_REBUILT } from "./schema.ts";
import { firstUnseen } from "./start.ts";

export interface RunnerOptions {
  projection: Projection;
  /** The schema of the tables; by default the projection's name. */
  schema?: string;
  databaseUrl: string;
  pool: Pool;
  bus: Bus;
  journal: Journal;
  logger: Logger;
  /** Events in one transaction at most. */
  batchSize?: number;
  /** Milliseconds between two checks of who owns the partitions, and until checkpoints without rows are written. */
  settleMs?: number;
  /** Milliseconds after which a frozen process loses its partitions to the other replicas. */
  frozenMs?: number;
  /** Replaces tables that are not `current`; called by the runner that finds them. */
  rebuild(reason: SchemaState, signal: AbortSignal): Promise<void>;
}

// A rebuild is fastest with few large transactions (bench/README.md). Single events are not delayed: see `inBatches`.
const BATCH_SIZE = 4000;
/** Octets of such a batch: what others change meanwhile waits for its end, and long notes take search long. */
const BATCH_BYTES = 2 * 1024 * 1024;
const SETTLE_MS = 1000;
/**
 * A process that owns all partitions checks for other replicas in every tenth interval only: most systems are one process,
 * and these checks were most of its idle work. So a new replica may get its share ten seconds later. A replica without
 * partitions checks in every interval, so that it soon takes over from a killed one.
 */
const CHECKS_WHEN_ALONE = 10;
/**
 * Milliseconds between the server's idle heartbeats; after two missed ones the reading is restarted. When the journal has
 * one copy and its server fails, the connection breaks, so fewer heartbeats are enough.
 */
const HEARTBEAT_MS = { oneCopy: 10_000, copies: 1000 } as const;
const RETRY_MS = [100, 250, 500, 1000, 2000, 5000];
/** Milliseconds before a rebuild that met an event it can't apply is retried: it reads the whole journal. */
const REBUILD_RETRY_MS = 300_000;

/**
 * Keeps the tables of one projection up to date with the journal: takes its share of the partitions, reads from their
 * checkpoints, and writes rows and checkpoints in one transaction per batch. It never skips an event: one that can't be
 * applied stops its partition and makes the runner unready.
 */
export class ProjectionRunner {
  readonly #options: Required<RunnerOptions>;
  readonly #partitions: Partitions;
  readonly #applier: Applier;
  readonly #stop = new AbortController();
  #messages: ConsumerMessages | undefined;
  #running: Promise<void> | undefined;
  #problem: string | undefined = "starting";
  /** An event of a newer version than this program knows; kept until the process ends. */
  #newerEvent: Poison | undefined;
  #epoch = "";
  /** The sequence up to which the journal was read for the running partitions. */
  #passed = 0;
  #ignoreScrapes: (() => void) | undefined;
  #scrubs: Periodic | undefined;

  constructor(options: RunnerOptions) {
    const schema = options.schema ?? options.projection.name;
    this.#options = { batchSize: BATCH_SIZE, settleMs: SETTLE_MS, frozenMs: FROZEN_MS, ...options, schema };
    const { databaseUrl, logger, frozenMs } = this.#options;
    this.#partitions = new Partitions({
      url: databaseUrl,
      schema,
      logger,
      frozenMs,
      onLost: () => this.#messages?.stop(),
    });
    this.#applier = new Applier(this.#options);
  }

  start(): void {
    if (this.#running === undefined) void this.#watchReconnects();
    this.#ignoreScrapes ??= onScrape(() => this.#setLag());
    this.#running ??= this.#run();
    // Only the tables in use: those of a rebuild hold nothing removed.
    const { projection, schema } = this.#options;
    if (schema === projection.name) this.#scrubs ??= scrubNightly(this.#options);
  }

  /** Finishes the current batch and releases the partitions. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#ignoreScrapes?.();
    forgetLag(this.#options.schema);
    this.#messages?.stop();
    await this.#running;
    await this.#scrubs?.stop();
    await this.#partitions.close();
  }

  /** `ok` when every owned partition has caught up and none is stopped; else the reason in a sentence. */
  check(): string {
    const { poison } = this;
    if (poison !== undefined && !poison.isNewer) return describe("is stopped", poison);
    if (this.#newerEvent !== undefined) return describe("waits", this.#newerEvent);
    return this.#problem ?? "ok";
  }

  /** The event that stopped a partition, if any is stopped. */
  get poison(): Poison | undefined {
    return this.#applier.poison;
  }

  /** The partitions of this process, each with the sequence it has reached. */
  get positions(): ReadonlyMap<number, number> {
    return this.#applier.positions;
  }

  async #run(): Promise<void> {
    const { logger, schema } = this.#options;
    const log = new WaitLog(logger, "the tables wait");
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#work();
        failures = 0;
        log.ends();
      } catch (error) {
        if (error instanceof FenceLost) logger.info({ schema }, "another runner was faster");
        else {
          const reason = error instanceof Error ? error.message : String(error);
          if (isTransient(error)) {
            this.#problem = `waiting for ${isBusFault(error) ? "the bus" : "the database"}: ${reason}`;
            log.waits({ schema, reason: this.#problem });
          } else {
            this.#problem = `failing: ${reason}`;
            logger.error({ err: error, schema }, "projection");
          }
          const retryMs = RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0;
          await pause(error instanceof RebuildStopped ? REBUILD_RETRY_MS : retryMs, this.#stop.signal);
        }
      }
    }
  }

  async #work(): Promise<void> {
    const { projection, schema, pool, journal, settleMs, logger } = this.#options;
    const state = await ensureSchema(pool, journal, projection, schema);
    if (state === "newer") {
      this.#problem = "a newer version of this projection is in place";
      await this.#partitions.close();
      return pause(settleMs, this.#stop.signal);
    }
    if (state !== "current") {
      this.#problem = `rebuilding the tables: ${WHY_REBUILT[state]}`;
      logger.warn({ schema, reason: WHY_REBUILT[state] }, "rebuilding the tables");
      return this.#options.rebuild(state, this.#stop.signal);
    }
    this.#epoch = epochOf(await journal.info());
    if (await this.#leavesToOthers()) {
      await this.#partitions.close();
      this.#applier.begin(this.#epoch, new Map());
      // With random jitter, one of two processes that are too old resumes first.
      return pause(settleMs * (1 + Math.random()), this.#stop.signal);
    }
    await this.#partitions.settle();
    const checkpoints = await readCheckpoints(pool, schema);
    const ours = checkpoints.filter(({ partition }) => this.#partitions.owned.has(partition));
    this.#applier.begin(this.#epoch, new Map(ours.map(({ partition, sequence }) => [partition, sequence])));
    if (ours.length === 0) {
      this.#problem = undefined;
      return pause(settleMs, this.#stop.signal);
    }
    await this.#follow();
  }

  /** Reads from the first event that an owned partition lacks, until ownership changes or the runner stops. */
  async #follow(): Promise<void> {
    const { journal, batchSize, settleMs, logger } = this.#options;
    // Without a filter: nats-server 2.10 reads 150 times faster without one (bench/README.md), so skipping the events of
    // other partitions here costs less than filtering them there.
    const start = await firstUnseen(journal, this.positions);
    this.#passed = start - 1;
    const consumer = await journal.js.consumers.get(JOURNAL, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: start,
    });
    if ((await consumer.info()).num_pending === 0) this.#problem = undefined;
    else if (this.#problem !== undefined) this.#problem = "catching up";
    const idle_heartbeat = journal.copies === 1 ? HEARTBEAT_MS.oneCopy : HEARTBEAT_MS.copies;
    const messages = await consumer.consume({ max_messages: batchSize * 2, idle_heartbeat });
    this.#messages = messages;
    void stopWhenSilent(messages);
    if (this.#stop.signal.aborted) messages.stop();
    let intervals = 0;
    const checks = periodically("a check of partitions", settleMs, logger, async () => {
      try {
        if (this.#problem !== undefined && (await this.#hasReadAll(consumer))) this.#problem = undefined;
        await this.#applier.writeCheckpoints();
        intervals++;
        if (this.#partitions.owned.size === PARTITIONS && intervals % CHECKS_WHEN_ALONE !== 0) return;
        if (await this.#hasChanged()) messages.stop();
      } catch (error) {
        // The tables may be gone; then the restart of this loop rebuilds them.
        logger.warn({ err: error }, "can't check partitions, tables and journal");
        messages.stop();
      }
    });
    try {
      for await (const batch of inBatches(messages, { messages: batchSize, octets: BATCH_BYTES })) {
        await this.#applier.apply(batch);
        this.#newerEvent ??= [...this.#applier.stopped].find(({ isNewer }) => isNewer);
        const last = batch.at(-1);
        this.#passed = last?.seq ?? this.#passed;
        if (last?.info.pending === 0) this.#problem = undefined;
        if (this.#stop.signal.aborted || this.#partitions.owned.size === 0) break;
      }
      await this.#applier.writeCheckpoints();
    } finally {
      this.#messages = undefined;
      messages.stop();
      // A check in progress would take locks again after they were given back, and keep partitions from later runners.
      await checks.stop();
      // Not awaited: without an answer, the server removes the consumer after a while.
      void consumer.delete().catch(() => false);
    }
  }

  /**
   * Whether no event is left to read. No message may say so: the events behind the last one may have been erased before they
   * were delivered. The consumer and the journal are both asked, since a rebuild puts tables that are ready into use.
   */
  async #hasReadAll(consumer: Consumer): Promise<boolean> {
    const { num_pending } = await consumer.info();
    const { jsm } = this.#options.journal;
    return num_pending === 0 && (await messageFrom(jsm, this.#passed + 1, ">")) === undefined;
  }

  /**
   * Whether this runner gives all its partitions to other runners, because an event is newer than this program and their
   * program may know it. Without other runners it continues with all partitions but the one that has the event.
   */
  async #leavesToOthers(): Promise<boolean> {
    return this.#newerEvent !== undefined && (await this.#partitions.hasOthers(this.#options.pool));
  }

  async #watchReconnects(): Promise<void> {
    for await (const { type } of this.#options.bus.nc.status()) {
      if (this.#stop.signal.aborted) return;
      if (type !== "reconnect") continue;
      // This may be another server, which does not know the consumer.
      this.#messages?.stop();
      this.#applier.announceResumed();
    }
  }

  async #setLag(): Promise<void> {
    const { journal, schema } = this.#options;
    const passed = new Map([...this.positions.keys()].map((partition) => [partition, this.#passed]));
    for (const { partition, sequence } of this.#applier.stopped) passed.set(partition, sequence - 1);
    await setLag(journal, schema, passed);
  }

  /** Whether runners came or went, the tables are of another version, or the journal was recreated or set back. */
  async #hasChanged(): Promise<boolean> {
    const { journal, projection } = this.#options;
    if (await this.#leavesToOthers()) return true;
    if (await this.#partitions.unsettled()) return true;
    const [checkpoint] = await this.#partitions.checkpoints();
    if (checkpoint?.version !== projection.version) return true;
    const info = await journal.info();
    return epochOf(info) !== this.#epoch || info.state.last_seq < Math.max(0, ...this.positions.values());
  }
}

const describe = (what: string, { partition, eventId, sequence, reason }: Poison): string =>
  `partition ${partition} ${what} at event ${eventId} (sequence ${sequence}): ${reason}`;
