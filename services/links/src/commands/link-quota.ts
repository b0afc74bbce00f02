import type { UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import { countLinks } from "../queries/counts.ts";

interface QuotaDeps {
  readonly db: Kysely<LinksTables>;
  /** Links that one account may have, without deleted ones. */
  readonly linksPerAccount: number;
}

/**
 * The number of links that an account may still add, at least 0. It is computed from the counts in the tables, which
 * may lag behind, so concurrent commands may exceed the limit by a few links.
 */
export async function remainingLinks({ db, linksPerAccount }: QuotaDeps, userId: UserId): Promise<number> {
  return Math.max(0, linksPerAccount - (await countLinks(db, userId, {})));
}

/** The number of links that may still be added, while one command or import adds many. */
export class LinkQuota {
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  get isExhausted(): boolean {
    return this.#left <= 0;
  }

  /** Counts one added link; false when none may be added. */
  take(): boolean {
    if (this.isExhausted) return false;
    this.#left--;
    return true;
  }

  /** Uncounts a link that existed already. */
  release(): void {
    this.#left++;
  }

  /** Lowers the number when others have added links; links that they deleted count for the next command only. */
  limitTo(left: number): void {
    this.#left = Math.min(this.#left, left);
  }
}
