import type { JsMsg } from "@nats-io/jetstream";
import { liveSubject, progressSubject } from "@satchel/contracts";
import type { Pool } from "pg";
import type { Bus } from "../bus/connect.ts";
import type { Logger } from "../logging.ts";
import { projected, projectionStopped } from "../operations/metrics.ts";
import { type Poison, type PreparedBatch, partitionOfMessage, poisonOf, prepareBatch } from "./batch.ts";
import { advanceCheckpoints } from "./checkpoints.ts";
import { isRefusal } from "./faults.ts";
import type { Projection } from "./projection.ts";
import { inTransaction } from "./schema.ts";

export interface ApplierOptions {
  readonly projection: Projection;
  readonly schema: string;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly logger: Logger;
  /** Called after a batch is committed, or found to hold nothing to do. */
  readonly onApplied: (messages: readonly JsMsg[]) => void;
  /** Called when a batch could not be written; {@link Applier.take} and {@link Applier.finish} then throw. */
  readonly onFailure: () => void;
}

/**
 * Brings batches of messages into a projection's tables, rows and checkpoints in one transaction each. While one batch
 * is being written, the next is prepared: Postgres and this process work at the same time.
 */
export class Applier {
  readonly #options: ApplierOptions;
  readonly #positions = new Map<number, number>();
  readonly #stopped = new Map<number, Poison>();
  /** The positions as they will be once the batch under way is written. */
  #ahead = new Map<number, number>();
  #underWay: Promise<void> = Promise.resolve();
  #epoch = "";

  constructor(options: ApplierOptions) {
    this.#options = options;
  }

  /** The partitions worked on, each with the sequence it has reached. */
  get positions(): ReadonlyMap<number, number> {
    return this.#positions;
  }

  /** The event at which a partition stands still, if any does. */
  get poison(): Poison | undefined {
    const [first] = this.#stopped.values();
    return first;
  }

  /**
   * Begins anew, with the partitions that are ours and the checkpoints they stand at. One that was stopped gets another
   * chance, and counts as stopped until it gets further.
   */
  begin(epoch: string, positions: ReadonlyMap<number, number>): void {
    this.#epoch = epoch;
    this.#underWay = Promise.resolve();
    this.#positions.clear();
    for (const [partition, sequence] of positions) this.#positions.set(partition, sequence);
    for (const partition of this.#stopped.keys()) if (!positions.has(partition)) this.#stopped.delete(partition);
    this.#ahead = new Map(positions);
  }

  /**
   * Takes over the next batch; returns when the one before it is written and this one is on its way.
   * @throws what the writing of the one before it failed with
   */
  async take(messages: readonly JsMsg[]): Promise<void> {
    const prepared = this.#prepare(messages, this.#ahead);
    await this.#underWay;
    this.#underWay = this.#apply(messages, prepared).then(() => this.#options.onApplied(messages));
    this.#underWay.catch(this.#options.onFailure);
  }

  /** Waits until everything taken is written. @throws what writing failed with */
  finish(): Promise<void> {
    return this.#underWay;
  }

  /** Makes a batch ready, and notes where it will bring the partitions; gives the error where that can't be done. */
  #prepare(messages: readonly JsMsg[], positions: ReadonlyMap<number, number>): PreparedBatch | Error {
    const { projection, schema } = this.#options;
    try {
      const batch = prepareBatch(projection, schema, messages, positions);
      this.#ahead = new Map(positions);
      for (const { partition, to } of batch.advances) this.#ahead.set(partition, to);
      for (const { partition } of batch.poison) this.#ahead.delete(partition);
      return batch;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** One batch, one transaction. A batch that can't be applied is taken apart to find the one event at fault. */
  async #apply(messages: readonly JsMsg[], prepared: PreparedBatch | Error): Promise<void> {
    if (prepared instanceof Error) return this.#takeApart(messages, prepared);
    // The batch before may have come to another end than was foreseen.
    if (!this.#fits(prepared)) return this.#apply(messages, this.#prepare(messages, this.#positions));
    const { advances, poison } = prepared;
    if (advances.length > 0) {
      try {
        await this.#write(prepared);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return this.#takeApart(messages, error);
      }
      for (const { partition, to } of advances) {
        this.#positions.set(partition, to);
        this.#stopped.delete(partition);
      }
      this.#announce(prepared);
    }
    for (const each of poison) this.#stopAt(each);
    projectionStopped.set({ projection: this.#options.projection.name }, this.#stopped.size);
  }

  #fits({ advances, poison }: PreparedBatch): boolean {
    return (
      advances.every(({ partition, from }) => this.#positions.get(partition) === from) &&
      poison.every(({ partition }) => this.#positions.has(partition))
    );
  }

  async #write({ advances, statements }: PreparedBatch): Promise<void> {
    const { projection, schema, pool } = this.#options;
    await inTransaction(pool, async (client) => {
      await advanceCheckpoints(client, schema, projection.version, this.#epoch, advances);
      for (const { name, text, values } of statements) await client.query({ name, text, values: [...values] });
    });
  }

  async #takeApart(messages: readonly JsMsg[], error: unknown): Promise<void> {
    const [first, second] = messages;
    if (first === undefined) return;
    if (second === undefined) this.#stopAt(poisonOf(first, partitionOfMessage(first) ?? -1, error));
    else for (const message of messages) await this.#apply([message], this.#prepare([message], this.#positions));
  }

  #stopAt(poison: Poison): void {
    this.#positions.delete(poison.partition);
    this.#stopped.set(poison.partition, poison);
    this.#options.logger.fatal({ ...poison, schema: this.#options.schema }, "an event can't be applied");
  }

  #announce({ advances, announcements, events }: PreparedBatch): void {
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
}
