import { Readable } from "node:stream";
import type { UserId } from "@satchel/contracts";
import type { EventIds, ReaderPosition } from "./event-ids.ts";
import { frameOf, idFrame, positionedEvents } from "./frames.ts";
import type { PendingChanges } from "./gather.ts";
import { positionsOf } from "./positions.ts";

export interface ReaderOptions {
  readonly userId: UserId;
  readonly ids: EventIds;
  /** The reader's position before it connected; undefined when it is unknown. */
  readonly told: ReaderPosition | undefined;
  /** Octets that may wait for it. */
  readonly bufferBytes: number;
  readonly onTooSlow: () => void;
}

/**
 * One open event stream: writes changes, each event with an id that holds its reader's position. While it catches up
 * with missed changes, new ones wait: an id must not cover what was not written yet.
 */
export class Reader {
  readonly stream = new Readable({ read: () => {} });
  readonly userId: UserId;
  readonly #options: ReaderOptions;
  #told: ReaderPosition | undefined;
  #waiting: PendingChanges[] | undefined = [];
  #turn: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.userId = options.userId;
    this.#told = options.told;
  }

  /** Writes changes, now or after catching up. */
  tell(gathered: PendingChanges): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(gathered);
      return;
    }
    // Before the tables were read: the ids stay those of hello, which repeats rather than omits.
    const { epoch, positions } = this.#told ?? NOTHING;
    for (const { event, told } of positionedEvents(gathered, positions)) {
      this.#told = { epoch, positions: told };
      this.write(frameOf(event, this.#id()));
    }
  }

  /**
   * Lets changes wait and searches for missed ones, one search after the other. Its result is written first: changes
   * that end at `told`, or `hello` if `missed` is undefined.
   */
  catchUp(
    look: (
      told: ReaderPosition | undefined,
    ) => Promise<{ missed: PendingChanges | undefined; told: ReaderPosition } | undefined>,
  ): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      this.#waiting ??= [];
      const found = await look(this.#told).catch(() => undefined);
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (found?.missed === undefined) {
        this.#told = found?.told ?? this.#told;
        this.write(frameOf({ type: "hello" }, this.#id()));
      } else {
        this.tell(found.missed);
        this.#told = found.told;
        // Without missed changes, too, the next search can begin here.
        this.write(idFrame(this.#id()));
      }
      for (const gathered of waiting) this.tell(gathered);
    });
    return this.#turn;
  }

  /** Writes, or disconnects a reader that is too slow: what waits for it is in our memory. */
  write(frame: string): void {
    const { stream } = this;
    if (stream.destroyed || this.#hasEnded) return;
    stream.push(frame);
    if (stream.readableLength <= this.#options.bufferBytes) return;
    this.#options.onTooSlow();
    stream.destroy();
  }

  /** Writes a last frame and ends the stream; a search in progress writes nothing more. */
  end(frame: string): void {
    this.write(frame);
    if (!this.#hasEnded) this.stream.push(null);
    this.#hasEnded = true;
  }

  #id(): string {
    return this.#options.ids.seal(this.userId, this.#told ?? NOTHING);
  }
}

const NOTHING: ReaderPosition = { epoch: 0, positions: positionsOf(() => 0) };
