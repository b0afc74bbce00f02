import { SatchelError, texts } from "@satchel/contracts";

/** How much of this process one user may have. */
export interface Share {
  /** Works at the same time. */
  readonly atOnce: number;
  /** Works that wait for their turn; with more, further ones are refused. */
  readonly waiting: number;
}

interface Standing {
  busy: number;
  readonly line: (() => void)[];
}

/**
 * Bounds what one user has under way in this process at the same time, so that whoever asks for very much waits for
 * themselves: what others ask for is not behind it. Works of one user begin in the order they came.
 */
export class Shares {
  readonly #share: Share;
  readonly #standings = new Map<string, Standing>();

  constructor(share: Share) {
    this.#share = share;
  }

  /** Does the work when its turn has come. @throws {SatchelError} `limited` where too many wait already */
  async take<T>(who: string, work: () => Promise<T> | T): Promise<T> {
    const standing = this.#standings.get(who) ?? { busy: 0, line: [] };
    this.#standings.set(who, standing);
    if (standing.busy < this.#share.atOnce) standing.busy++;
    else {
      if (standing.line.length >= this.#share.waiting) throw new SatchelError("limited", texts.server.tooMany);
      // Whoever is done hands the place on.
      await new Promise<void>((begin) => standing.line.push(begin));
    }
    try {
      return await work();
    } finally {
      const next = standing.line.shift();
      if (next !== undefined) next();
      else if (--standing.busy === 0) this.#standings.delete(who);
    }
  }
}
