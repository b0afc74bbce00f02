import type { UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import { countLinks } from "../queries/counts.ts";

export interface RoomDeps {
  readonly db: Kysely<LinksTables>;
  /** Links that one account may have, deleted ones left out. */
  readonly linksPerAccount: number;
}

/**
 * How many links more an account may have, 0 where it has as many as it may. By the kept counts: what the tables do not show
 * yet is not counted, so commands that are under way at the same time may go a few links beyond.
 */
export async function roomOf({ db, linksPerAccount }: RoomDeps, userId: UserId): Promise<number> {
  return Math.max(0, linksPerAccount - (await countLinks(db, userId, {})));
}

/** The room for links that one piece of work with many links may still use. */
export class Room {
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  get isUsedUp(): boolean {
    return this.#left <= 0;
  }

  /** Uses up the room of one link; false where there is none. */
  take(): boolean {
    if (this.isUsedUp) return false;
    this.#left--;
    return true;
  }

  /** Gives back what was taken for a link that turned out to be there. */
  giveBack(): void {
    this.#left++;
  }

  /** Takes note that others have used up room meanwhile. What they freed counts for the next work. */
  limitTo(left: number): void {
    this.#left = Math.min(this.#left, left);
  }
}
