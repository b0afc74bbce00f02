import { Readable } from "node:stream";
import type { UserId } from "@satchel/contracts";
import type { EventIds, Told } from "./event-ids.ts";
import { frameOf, idFrame, tellingsOf } from "./frames.ts";
import type { Gathered } from "./gather.ts";
import { positionsOf } from "./positions.ts";

export interface ReaderOptions {
  readonly userId: UserId;
  readonly ids: EventIds;
  /** What the reader was told before it came; undefined when that is not known. */
  readonly told: Told | undefined;
  /** Octets that may wait for it. */
  readonly bufferBytes: number;
  readonly onTooSlow: () => void;
}

/**
 * One open event stream: writes what changed, each event with an id that says up to where its reader was told everything.
 * While it catches up with what it missed, what changes waits: an id must not claim what was not told yet.
 */
export class Reader {
  readonly stream = new Readable({ read: () => {} });
  readonly userId: UserId;
  readonly #options: ReaderOptions;
  #told: Told | undefined;
  #waiting: Gathered[] | undefined = [];
  #turn: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.userId = options.userId;
    this.#told = options.told;
  }

  /** Tells of changes, now or when the reader has caught up. */
  tell(gathered: Gathered): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(gathered);
      return;
    }
    // Before anything was read of the tables: the ids stay those of hello, which repeats rather than leaves out.
    const { epoch, positions } = this.#told ?? NOTHING;
    for (const { event, told } of tellingsOf(gathered, positions)) {
      this.#told = { epoch, positions: told };
      this.write(frameOf(event, this.#id()));
    }
  }

  /**
   * Lets changes wait and looks for what was missed; one look after the other. What that comes to is told first: changes
   * that end at `told`, or with `missed` undefined `hello`.
   */
  catchUp(
    look: (told: Told | undefined) => Promise<{ missed: Gathered | undefined; told: Told } | undefined>,
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
        // Nothing may have been missed; then too the next look need not begin where the last event was.
        this.write(idFrame(this.#id()));
      }
      for (const gathered of waiting) this.tell(gathered);
    });
    return this.#turn;
  }

  /** Writes, or cuts the reader off when it does not keep up: what waits for it is memory of ours. */
  write(frame: string): void {
    const { stream } = this;
    if (stream.destroyed || this.#hasEnded) return;
    stream.push(frame);
    if (stream.readableLength <= this.#options.bufferBytes) return;
    this.#options.onTooSlow();
    stream.destroy();
  }

  /** Writes a last frame and ends the stream: what a look under way would write comes too late. */
  end(frame: string): void {
    this.write(frame);
    if (!this.#hasEnded) this.stream.push(null);
    this.#hasEnded = true;
  }

  #id(): string {
    return this.#options.ids.seal(this.userId, this.#told ?? NOTHING);
  }
}

const NOTHING: Told = { epoch: 0, positions: positionsOf(() => 0) };
