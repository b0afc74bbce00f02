import type { Logger } from "./logging.ts";

/** Milliseconds after which waiting is logged, and between two further lines. */
const LOGGED_MS = { first: 1000, again: 10_000 };

/** Logs what a start waits for, and for how many seconds by now: after one second, then every ten. */
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

  /** Called as often as it is still waited. @param fields for the line, such as the reason */
  waits(fields: object): void {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#began = now;
      this.#logAt = now + LOGGED_MS.first;
    }
    if (now < this.#logAt) return;
    this.#logAt = now + LOGGED_MS.again;
    this.#logger.warn({ ...fields, seconds: Math.round((now - this.#began) / 1000) }, this.#text);
  }

  /** The wait is over; a later one begins at zero seconds. */
  ends(): void {
    this.#began = undefined;
  }
}
