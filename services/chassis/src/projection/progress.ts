import { type Position, Progress, progressSubject } from "@satchel/contracts";
import type { Subscription } from "@nats-io/transport-node";
import type { Pool } from "pg";
import { Value } from "typebox/value";
import type { Bus } from "../bus/connect.ts";
import { quote } from "./table.ts";

/** Milliseconds between two reads of a checkpoint while there are waiters: for announcements that were lost with a connection. */
const READ_EVERY_MS = 250;

/** The waiters for one projection and partition: they share the reads of its checkpoint. */
interface Watch {
  readonly waiters: Set<Waiter>;
  readonly timer: NodeJS.Timeout;
}

interface Waiter {
  readonly sequence: number;
  readonly wake: () => void;
}

/**
 * Tracks the positions of projections, so that a caller can wait until the tables show a write. It listens to the
 * announcements after each commit. Because a message may be lost, it also reads the checkpoint while there are waiters: one
 * read at a time for all waiters of a partition.
 */
export class ProjectionProgress {
  readonly #pool: Pool;
  readonly #reached = new Map<string, Progress>();
  readonly #watches = new Map<string, Watch>();
  readonly #subscription: Subscription;
  #announced = 0;

  /** @param projection the only one to track; default all */
  constructor(bus: Bus, pool: Pool, projection = "*") {
    this.#pool = pool;
    this.#subscription = bus.nc.subscribe(progressSubject(projection, "*"), {
      callback: (error, message) => {
        if (error !== null) return;
        this.#announced++;
        const data = parse(message.string());
        if (Value.Check(Progress, data)) this.#note(message.subject.slice("progress.".length), data);
      },
    });
  }

  /** How often one of the projections has announced a commit: more, and there is something new in the tables. */
  get announced(): number {
    return this.#announced;
  }

  /**
   * Waits until a projection has applied a position.
   * @returns false when it did not within `milliseconds`, or when the database does not answer
   */
  reached({ projection, partition, sequence }: Position, milliseconds: number): Promise<boolean> {
    const key = `${projection}.${partition}`;
    if ((this.#reached.get(key)?.sequence ?? -1) >= sequence) return Promise.resolve(true);
    return new Promise((resolve) => {
      const watch = this.#watches.get(key) ?? this.#watch(key, projection, partition);
      const end = (isReached: boolean): void => {
        clearTimeout(timer);
        watch.waiters.delete(waiter);
        if (watch.waiters.size === 0) this.#unwatch(key, watch);
        resolve(isReached);
      };
      const timer = setTimeout(() => end(false), milliseconds);
      const waiter = { sequence, wake: () => end(true) };
      watch.waiters.add(waiter);
    });
  }

  /**
   * As {@link reached}, and the tables still show the position: a killed Postgres may have lost what was announced, because
   * rows are written without waiting for the disk.
   */
  async shows(position: Position, milliseconds: number): Promise<boolean> {
    const { projection, partition, sequence } = position;
    if (!(await this.reached(position, milliseconds))) return false;
    // Behind the announced checkpoint there were only events without rows.
    const { checkpoint = sequence } = this.#reached.get(`${projection}.${partition}`) ?? {};
    return ((await this.#checkpoint(projection, partition)) ?? -1) >= Math.min(checkpoint, sequence);
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #note(key: string, progress: Progress): void {
    // The newest announcement is kept, not the highest: rebuilt tables start from the beginning.
    this.#reached.set(key, progress);
    for (const waiter of this.#watches.get(key)?.waiters ?? []) if (progress.sequence >= waiter.sequence) waiter.wake();
  }

  #watch(key: string, projection: string, partition: number): Watch {
    let isReading = false;
    const timer = setInterval(async () => {
      if (isReading) return;
      isReading = true;
      await this.#read(key, projection, partition);
      isReading = false;
    }, READ_EVERY_MS);
    const watch = { waiters: new Set<Waiter>(), timer };
    this.#watches.set(key, watch);
    return watch;
  }

  #unwatch(key: string, watch: Watch): void {
    clearInterval(watch.timer);
    if (this.#watches.get(key) === watch) this.#watches.delete(key);
  }

  async #read(key: string, projection: string, partition: number): Promise<void> {
    const sequence = await this.#checkpoint(projection, partition).catch(() => undefined);
    if (sequence !== undefined && sequence !== this.#reached.get(key)?.checkpoint) this.#note(key, { sequence });
  }

  async #checkpoint(projection: string, partition: number): Promise<number | undefined> {
    const text = `select sequence from ${quote(projection)}.checkpoints where partition = $1`;
    return (await this.#pool.query<{ sequence: number }>(text, [partition])).rows[0]?.sequence;
  }
}

/** A message's content; undefined when it is not JSON. An exception in a callback would end the client's connection. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
