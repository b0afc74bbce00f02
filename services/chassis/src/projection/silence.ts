/** Milliseconds for which nothing may come of a journal that goes on. */
const SILENT_MS = 3000;

/**
 * Notices that a journal goes on while nothing of it is heard. The place at which a server of a cluster hands messages out
 * ends with that server, without a word, and the client looks for another one only after more than a minute.
 */
export class Silence {
  readonly #now: () => number;
  #sequence = 0;
  #since = 0;
  #isBusy = false;
  #told = 0;
  #wasCutOff = false;

  /** @param now milliseconds of a clock that is never set */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the hearing that ended last was cut off. */
  get wasCutOff(): boolean {
    return this.#wasCutOff;
  }

  /** A hearing begins, behind a sequence. */
  begin(sequence: number): void {
    this.#wasCutOff = false;
    this.hear(sequence);
  }

  /** A message came. */
  hear(sequence: number): void {
    this.#sequence = sequence;
    this.#since = this.#now();
  }

  /** Does something while which nothing is listened to. */
  async whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
      this.#since = this.#now();
    }
  }

  /**
   * Whether the hearing has to begin anew. Said once of each end of the journal: its last messages may have been erased
   * before they were heard, and never come.
   * @param last sequence of the journal's last message
   */
  isCutOff(last: number): boolean {
    if (last <= this.#sequence) this.#since = this.#now();
    if (this.#isBusy || last <= this.#told || this.#now() - this.#since < SILENT_MS) return false;
    this.#told = last;
    this.#wasCutOff = true;
    return true;
  }
}
