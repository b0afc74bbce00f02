import type { Logger } from "./logging.ts";

/** Milliseconds until the first line about a wait, and between two further lines. */
const LOG_MS = { first: 1000, next: 10_000 };

/** Logs a wait and its seconds so far: after one second, then every ten. */
export class WaitLog {
  readonly #logger: Logger;
  readonly #text: string;
  #began: number | undefined;
  #logAt = 0;

  /** @param text such as `waiting for the bus (NATS_URL)` */
  constructor(logger: Logger, text: string) {
    this.#logger = logger;
    this.#text = text;
  }

  /** To be called repeatedly during the wait. @param fields for the line, such as the reason */
  waits(fields: object): void {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#began = now;
      this.#logAt = now + LOG_MS.first;
    }
    if (now < this.#logAt) return;
    this.#logAt = now + LOG_MS.next;
    this.#logger.warn({ ...fields, seconds: Math.round((now - this.#began) / 1000) }, this.#text);
  }

  /** The wait is over; a later one begins at zero seconds. */
  ends(): void {
    this.#began = undefined;
  }
}
