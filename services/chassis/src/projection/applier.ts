import type { JsMsg } from "@nats-io/jetstream";
import { liveSubject, type Progress, progressSubject, resumedSubject } from "@satchel/contracts";
import { correlationOptions } from "../bus/headers.ts";
import type { Pool, PoolClient } from "pg";
import type { Bus } from "../bus/connect.ts";
import type { Logger } from "../logging.ts";
import { applyTimes, projected, projectionDelays, projectionStopped } from "../operations/metrics.ts";
import { type Poison, type PreparedBatch, partitionOfMessage, poisonOf, prepareBatch } from "./batch.ts";
import { type Advance, advanceCheckpoints } from "./checkpoints.ts";
import { followsFrom, withSpan } from "../tracing/tracing.ts";
import { isRefusal } from "../faults.ts";
import type { Projection } from "./projection.ts";
import { inPipeline } from "./schema.ts";
import type { Statement } from "./write.ts";

interface ApplierOptions {
  readonly projection: Projection;
  readonly schema: string;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly logger: Logger;
}

/** Applies batches of messages to a projection's tables: rows and checkpoints of a batch in one transaction. */
export class Applier {
  readonly #options: ApplierOptions;
  readonly #positions = new Map<number, number>();
  readonly #stopped = new Map<number, Poison>();
  /**
   * By partition, checkpoint moves over events that change no row. They are written with the next rows, or after a second.
   */
  #unwritten = new Map<number, Advance>();
  /** The current or last write: writes run one after another. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  #epoch = "";

  constructor(options: ApplierOptions) {
    this.#options = options;
  }

  /** The running partitions, each with the sequence it has reached. */
  get positions(): ReadonlyMap<number, number> {
    return this.#positions;
  }

  /** The event that stopped a partition, if any is stopped. */
  get poison(): Poison | undefined {
    const [first] = this.#stopped.values();
    return first;
  }

  /** The events that stopped partitions. */
  get stopped(): Iterable<Poison> {
    return this.#stopped.values();
  }

  /**
   * Restarts with the owned partitions and their checkpoints. A stopped partition is retried; it counts as stopped until its
   * checkpoint moves. The checkpoints are announced, because a Postgres that was killed may have lost transactions whose
   * progress was announced.
   */
  begin(epoch: string, positions: ReadonlyMap<number, number>): void {
    this.#epoch = epoch;
    this.#unwritten.clear();
    this.#positions.clear();
    for (const [partition, sequence] of positions) this.#positions.set(partition, sequence);
    for (const partition of this.#stopped.keys()) if (!positions.has(partition)) this.#stopped.delete(partition);
    projectionStopped.set({ projection: this.#options.projection.name }, this.#stopped.size);
    this.#announceProgress(positions);
    this.announceResumed();
  }

  /**
   * Publishes that announcements about the running partitions may have been lost: their former runner may have ended between
   * commit and announcement, or the connection to the bus was lost.
   */
  announceResumed(): void {
    const { projection, schema, bus } = this.#options;
    if (schema !== projection.name) return;
    for (const partition of this.#positions.keys()) bus.nc.publish(resumedSubject(projection.name, partition));
  }

  /**
   * Applies one batch in one transaction. A batch that can't be applied is halved until the faulty event is alone; the
   * partition of that event is then stopped. A batch that changes no row is not written: each projection reads all events,
   * and most events concern other tables.
   * @throws {FenceLost} when another runner was faster; and the database's error, to be retried later
   */
  apply(messages: readonly JsMsg[]): Promise<void> {
    return this.#afterLast(() => this.#apply(messages));
  }

  /**
   * Writes the checkpoints that were moved over events without rows.
   * @throws as {@link apply}
   */
  writeCheckpoints(): Promise<void> {
    return this.#afterLast(async () => {
      if (this.#unwritten.size === 0) return;
      await this.#write(this.#unwritten, []);
      this.#unwritten = new Map();
    });
  }

  #afterLast(work: () => Promise<void>): Promise<void> {
    const write = this.#lastWrite.then(work);
    this.#lastWrite = write.catch(() => {});
    return write;
  }

  async #apply(messages: readonly JsMsg[]): Promise<void> {
    const { projection, schema } = this.#options;
    let batch: PreparedBatch;
    try {
      batch = prepareBatch(projection, schema, messages, this.#positions);
    } catch (error) {
      return this.#halve(messages, error);
    }
    if (batch.advances.length > 0) {
      try {
        await this.#inSpan(batch, async () => {
          const steps = new Map(this.#unwritten);
          for (const advance of batch.advances) {
            const from = steps.get(advance.partition)?.from ?? advance.from;
            steps.set(advance.partition, { ...advance, from });
          }
          const isWritten = batch.statements.length > 0 || batch.announcements.size > 0;
          if (isWritten) await this.#write(steps, batch.statements);
          this.#unwritten = isWritten ? new Map() : steps;
          for (const { partition, to } of batch.advances) {
            this.#positions.set(partition, to);
            this.#stopped.delete(partition);
          }
          this.#announce(batch);
        });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return this.#halve(messages, error);
      }
    }
    for (const poison of batch.poison) this.#stopAt(poison);
    projectionStopped.set({ projection: projection.name }, this.#stopped.size);
  }

  /** Runs the work of a batch in a span that links to the traces of its events. A rebuild links to none. */
  async #inSpan({ events }: PreparedBatch, work: () => Promise<void>): Promise<void> {
    const { projection, schema } = this.#options;
    const origin =
      schema === projection.name ? followsFrom(events.map(({ correlation }) => correlation.traceparent)) : undefined;
    if (origin === undefined) return work();
    const attributes = { "satchel.projection": projection.name, "satchel.events": events.length };
    await withSpan(`apply ${projection.name}`, { kind: "consumer", attributes, ...origin }, work);
  }

  async #write(steps: ReadonlyMap<number, Advance>, statements: readonly Statement[]): Promise<void> {
    const { projection, schema, pool } = this.#options;
    const done = applyTimes.startTimer({ projection: projection.name });
    const advances = [...steps.values()];
    const fence = (client: PoolClient) => advanceCheckpoints(client, schema, projection.version, this.#epoch, advances);
    await inPipeline(pool, fence, statements);
    done();
  }

  async #halve(messages: readonly JsMsg[], error: unknown): Promise<void> {
    const [first, second] = messages;
    if (first === undefined) return;
    if (second === undefined) return this.#stopAt(poisonOf(first, partitionOfMessage(first) ?? -1, error));
    const middle = Math.ceil(messages.length / 2);
    for (const half of [messages.slice(0, middle), messages.slice(middle)]) await this.#apply(half);
  }

  #stopAt(poison: Poison): void {
    this.#positions.delete(poison.partition);
    this.#stopped.set(poison.partition, poison);
    const { projection, schema, logger } = this.#options;
    projectionStopped.set({ projection: projection.name }, this.#stopped.size);
    if (poison.isNewer) logger.warn({ ...poison, schema }, "an event of a newer version waits");
    else logger.fatal({ ...poison, schema }, "an event can't be applied");
  }

  #announceProgress(positions: Iterable<readonly [partition: number, sequence: number]>): void {
    const { projection, schema, bus } = this.#options;
    if (schema !== projection.name) return;
    for (const [partition, sequence] of positions) {
      const { from: checkpoint = sequence } = this.#unwritten.get(partition) ?? {};
      const progress: Progress = { sequence, ...(checkpoint < sequence ? { checkpoint } : {}) };
      bus.nc.publish(progressSubject(projection.name, partition), JSON.stringify(progress));
    }
  }

  #announce({ advances, announcements, concerned, events }: PreparedBatch): void {
    const { projection, schema, bus, logger } = this.#options;
    projected.inc({ projection: projection.name }, events.length);
    const [first] = events;
    if (schema !== projection.name || first === undefined) return;
    const delay = Date.now() - first.time.getTime();
    projectionDelays.observe({ projection: projection.name }, Math.max(0, delay) / 1000);
    const moved = advances.filter(({ partition }) => concerned.has(partition));
    this.#announceProgress(moved.map(({ partition, to }) => [partition, to]));
    const options = correlationOptions();
    for (const [userId, { ids, sequence }] of announcements) {
      bus.nc.publish(liveSubject(userId, projection.name), JSON.stringify({ ids: [...ids], sequence }), options);
    }
    if (!logger.isLevelEnabled("debug")) return;
    for (const { id, type, sequence, correlation } of events) {
      logger.debug({ projection: projection.name, eventId: id, type, sequence, ...correlation }, "applied");
    }
  }
}
