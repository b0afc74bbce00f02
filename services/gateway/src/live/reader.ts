import { Readable } from "node:stream";
import type { UserId } from "@satchel/contracts";
import type { EventIds, ReaderPosition } from "./event-ids.ts";
import { frameOf, idFrame, positionedEvents } from "./frames.ts";
import type { PendingChanges } from "./gather.ts";
import { positionsOf } from "./positions.ts";

interface ReaderOptions {
  readonly userId: UserId;
  readonly ids: EventIds;
  /** The reader's position before it connected; undefined when it is unknown. */
  readonly position: ReaderPosition | undefined;
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
  #position: ReaderPosition | undefined;
  #waiting: PendingChanges[] | undefined = [];
  #lastSearch: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.userId = options.userId;
    this.#position = options.position;
  }

  /** Writes changes, now or after catching up. */
  send(changes: PendingChanges): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(changes);
      return;
    }
    // Until the tables were read, ids hold the unknown position, at which a page gets everything again.
    const { epoch, positions } = this.#position ?? UNKNOWN_POSITION;
    for (const { event, after } of positionedEvents(changes, positions)) {
      this.#position = { epoch, positions: after };
      this.write(frameOf(event, this.#id()));
    }
  }

  /**
   * Searches for missed changes, one search at a time, while new ones are queued. The result is written first: the
   * changes up to `position`, or `hello` if `missed` is undefined.
   */
  catchUp(
    search: (
      position: ReaderPosition | undefined,
    ) => Promise<{ missed: PendingChanges | undefined; position: ReaderPosition } | undefined>,
  ): Promise<void> {
    this.#lastSearch = this.#lastSearch.then(async () => {
      this.#waiting ??= [];
      const found = await search(this.#position).catch(() => undefined);
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (found?.missed === undefined) {
        this.#position = found?.position ?? this.#position;
        this.write(frameOf({ type: "hello" }, this.#id()));
      } else {
        this.send(found.missed);
        this.#position = found.position;
        // Even without missed changes, so that the next search begins here.
        this.write(idFrame(this.#id()));
      }
      for (const changes of waiting) this.send(changes);
    });
    return this.#lastSearch;
  }

  /** Writes, or disconnects a reader that is too slow: its backlog takes memory of this process. */
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
    return this.#options.ids.seal(this.userId, this.#position ?? UNKNOWN_POSITION);
  }
}

const UNKNOWN_POSITION: ReaderPosition = { epoch: 0, positions: positionsOf(() => 0) };
