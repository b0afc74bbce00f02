import { DeliverPolicy, type ConsumerMessages, type JsMsg } from "@nats-io/jetstream";
import { JOURNAL, liveSubject, partitionSubjects, progressSubject } from "@satchel/contracts";
import type { Pool } from "pg";
import type { Bus } from "../bus/connect.ts";
import type { Journal } from "../journal/journal.ts";
import type { Logger } from "../logging.ts";
import { projected, projectionLag, projectionStopped } from "../operations/metrics.ts";
import { type Poison, partitionOfMessage, poisonOf, prepareBatch } from "./batch.ts";
import { advanceCheckpoints, FenceLost, readCheckpoints } from "./checkpoints.ts";
import { isTransient } from "./faults.ts";
import { Partitions } from "./partitions.ts";
import type { Projection } from "./projection.ts";
import { ensureSchema, epochOf, inTransaction, type SchemaState } from "./schema.ts";
import { writeStep } from "./write.ts";

export interface RunnerOptions {
  projection: Projection;
  /** Where the tables stand; the projection's own name when missing. */
  schema?: string;
  databaseUrl: string;
  pool: Pool;
  bus: Bus;
  journal: Journal;
  logger: Logger;
  /** Events in one transaction at most. */
  batchSize?: number;
  /** Milliseconds between two looks at who else works on this projection. */
  settleMs?: number;
  /** Puts fit tables in the place of those that are not; called by the runner that finds them so. */
  rebuild(reason: SchemaState, signal: AbortSignal): Promise<void>;
}

const BATCH_SIZE = 1000;
const SETTLE_MS = 1000;
const RETRY_MS = [100, 250, 500, 1000, 2000, 5000];

/**
 * Keeps the tables of one projection in step with the journal: takes its share of the partitions, reads on from their
 * checkpoints, and writes rows and checkpoints in one transaction per batch. It never skips an event: one that can't be
 * applied stops its partition and makes the runner unready.
 */
export class ProjectionRunner {
  readonly #options: Required<RunnerOptions>;
  readonly #partitions: Partitions;
  readonly #positions = new Map<number, number>();
  readonly #stopped = new Map<number, Poison>();
  readonly #stop = new AbortController();
  #messages: ConsumerMessages | undefined;
  #running: Promise<void> | undefined;
  #problem: string | undefined = "starting";
  #epoch = "";

  constructor(options: RunnerOptions) {
    const schema = options.schema ?? options.projection.name;
    this.#options = { batchSize: BATCH_SIZE, settleMs: SETTLE_MS, ...options, schema };
    this.#partitions = new Partitions(options.databaseUrl, schema, options.logger, () => this.#messages?.stop());
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Finishes the batch in hand and gives the partitions back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#messages?.stop();
    await this.#running;
    await this.#partitions.close();
  }

  /** `ok` when every owned partition has caught up and none is stopped; else what is the matter. */
  check(): string {
    const [poison] = this.#stopped.values();
    if (poison !== undefined) {
      return `partition ${poison.partition} is stopped at event ${poison.eventId} (sequence ${poison.sequence}): ${poison.reason}`;
    }
    return this.#problem ?? "ok";
  }

  /** The partitions this process works on, each with the sequence it has reached. */
  get positions(): ReadonlyMap<number, number> {
    return this.#positions;
  }

  async #run(): Promise<void> {
    const { logger, schema } = this.#options;
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#work();
        failures = 0;
      } catch (error) {
        if (error instanceof FenceLost) logger.info({ schema }, "another runner was faster");
        else {
          this.#problem = `failing: ${error instanceof Error ? error.message : String(error)}`;
          logger.error({ err: error, schema }, "projection");
          await this.#pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0);
        }
      }
    }
  }

  async #work(): Promise<void> {
    const { projection, schema, pool, journal, settleMs, logger } = this.#options;
    const state = await ensureSchema(pool, journal, projection, schema);
    if (state === "newer") {
      this.#problem = "a newer version of this projection is in place";
      return this.#pause(settleMs);
    }
    if (state !== "current") {
      this.#problem = `rebuilding: the tables are ${state}`;
      logger.warn({ schema, state }, "rebuilding the tables");
      return this.#options.rebuild(state, this.#stop.signal);
    }
    this.#epoch = epochOf(await journal.info());
    await this.#partitions.settle();
    this.#positions.clear();
    this.#stopped.clear();
    for (const checkpoint of await readCheckpoints(pool, schema)) {
      if (this.#partitions.owned.has(checkpoint.partition)) {
        this.#positions.set(checkpoint.partition, checkpoint.sequence);
      }
    }
    if (this.#positions.size === 0) {
      this.#problem = undefined;
      return this.#pause(settleMs);
    }
    await this.#follow();
  }

  /** Reads the owned partitions from the lowest checkpoint on until ownership changes or the runner stops. */
  async #follow(): Promise<void> {
    const { journal, batchSize, settleMs, projection, logger } = this.#options;
    const consumer = await journal.js.consumers.get(JOURNAL, {
      filter_subjects: [...this.#positions.keys()].map(partitionSubjects),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.min(...this.#positions.values()) + 1,
    });
    if ((await consumer.info()).num_pending === 0) this.#problem = undefined;
    const messages = await consumer.consume({ max_messages: batchSize * 2 });
    this.#messages = messages;
    if (this.#stop.signal.aborted) messages.stop();
    let looking = false;
    const settling = setInterval(async () => {
      if (looking) return;
      looking = true;
      try {
        if (await this.#partitions.unsettled()) messages.stop();
      } catch (error) {
        logger.warn({ err: error }, "can't look at the partitions");
        messages.stop();
      } finally {
        looking = false;
      }
    }, settleMs);
    try {
      let batch: JsMsg[] = [];
      for await (const message of messages) {
        batch.push(message);
        if (batch.length < batchSize && messages.getPending() > 0) continue;
        await this.#apply(batch);
        const { pending } = message.info;
        projectionLag.set({ projection: projection.name }, pending);
        if (pending === 0) this.#problem = undefined;
        batch = [];
        if (this.#stop.signal.aborted || this.#partitions.owned.size === 0) break;
      }
    } finally {
      clearInterval(settling);
      this.#messages = undefined;
      messages.stop();
      await consumer.delete().catch(() => false);
    }
  }

  /** One batch, one transaction. A batch that Postgres refuses is taken apart to find the one event at fault. */
  async #apply(messages: readonly JsMsg[]): Promise<void> {
    const { projection, schema, pool } = this.#options;
    const batch = prepareBatch(projection, messages, this.#positions);
    if (batch.advances.length > 0) {
      try {
        await inTransaction(pool, async (client) => {
          await advanceCheckpoints(client, schema, projection.version, this.#epoch, batch.advances);
          for (const step of batch.steps) await writeStep(client, schema, step);
        });
      } catch (error) {
        if (error instanceof FenceLost || isTransient(error)) throw error;
        const [first] = messages;
        if (messages.length === 1 && first !== undefined) {
          this.#stopAt(poisonOf(first, partitionOfMessage(first) ?? -1, error));
        } else for (const message of messages) await this.#apply([message]);
        return;
      }
      for (const { partition, to } of batch.advances) this.#positions.set(partition, to);
      this.#announce(batch);
    }
    for (const poison of batch.poison) this.#stopAt(poison);
  }

  #announce({ advances, announcements, events }: ReturnType<typeof prepareBatch>): void {
    const { projection, schema, bus, logger } = this.#options;
    projected.inc({ projection: projection.name }, events.length);
    if (schema !== projection.name) return;
    for (const { partition, to } of advances) {
      bus.nc.publish(progressSubject(projection.name, partition), JSON.stringify({ sequence: to }));
    }
    for (const [userId, ids] of announcements) {
      bus.nc.publish(liveSubject(userId, projection.name), JSON.stringify({ ids: [...ids] }));
    }
    if (!logger.isLevelEnabled("debug")) return;
    for (const { id, type, sequence, correlation } of events) {
      logger.debug({ projection: projection.name, eventId: id, type, sequence, ...correlation }, "applied");
    }
  }

  #stopAt(poison: Poison): void {
    this.#positions.delete(poison.partition);
    this.#stopped.set(poison.partition, poison);
    projectionStopped.set({ projection: this.#options.projection.name }, this.#stopped.size);
    this.#options.logger.fatal({ ...poison, schema: this.#options.schema }, "an event can't be applied");
  }

  #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stop;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
  }
}
