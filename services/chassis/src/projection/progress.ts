import { type Position, Progress, progressSubject } from "@satchel/contracts";
import type { Subscription } from "@nats-io/transport-node";
import type { Pool } from "pg";
import { Value } from "typebox/value";
import type { Bus } from "../bus/connect.ts";
import { quote } from "./table.ts";

const LOOK_MS = 50;

interface Waiter {
  readonly sequence: number;
  readonly wake: () => void;
}

/**
 * Knows how far projections have come, so that whoever wrote can wait until the tables show it. It listens to what
 * projectors tell after each commit, and looks at the checkpoint itself while it waits, since a message may be lost.
 */
export class ProjectionProgress {
  readonly #pool: Pool;
  readonly #reached = new Map<string, number>();
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #subscription: Subscription;

  /** `projection` narrows what is listened to. */
  constructor(bus: Bus, pool: Pool, projection = "*") {
    this.#pool = pool;
    this.#subscription = bus.nc.subscribe(progressSubject(projection, "*"), {
      callback: (error, message) => {
        if (error !== null) return;
        const data = parse(message.string());
        if (Value.Check(Progress, data)) this.#note(message.subject.slice("progress.".length), data.sequence);
      },
    });
  }

  /**
   * Waits until a projection has applied a position.
   * @returns false when it did not within `milliseconds`
   */
  async reached({ projection, partition, sequence }: Position, milliseconds: number): Promise<boolean> {
    const key = `${projection}.${partition}`;
    const isThere = (): boolean => (this.#reached.get(key) ?? -1) >= sequence;
    const deadline = Date.now() + milliseconds;
    if (isThere()) return true;
    for (;;) {
      const left = deadline - Date.now();
      if (left <= 0) return false;
      await this.#next(key, sequence, Math.min(left, LOOK_MS));
      if (isThere()) return true;
      await this.#look(key, projection, partition);
      if (isThere()) return true;
    }
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #note(key: string, sequence: number): void {
    // A rebuilt table starts over: the newest word counts, not the highest.
    this.#reached.set(key, sequence);
    for (const waiter of this.#waiters.get(key) ?? []) if (sequence >= waiter.sequence) waiter.wake();
  }

  #next(key: string, sequence: number, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(key) ?? new Set();
      this.#waiters.set(key, waiters);
      const wake = (): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        if (waiters.size === 0) this.#waiters.delete(key);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      const waiter = { sequence, wake };
      waiters.add(waiter);
    });
  }

  async #look(key: string, projection: string, partition: number): Promise<void> {
    const text = `select sequence from ${quote(projection)}.checkpoints where partition = $1`;
    const found = await this.#pool.query<{ sequence: number }>(text, [partition]).catch(() => undefined);
    const sequence = found?.rows[0]?.sequence;
    if (sequence !== undefined) this.#note(key, sequence);
  }
}

/** A message's content; undefined when it is no JSON. What a callback throws would end the client's connection for good. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
