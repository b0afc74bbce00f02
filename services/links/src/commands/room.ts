import type { UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import { countLinks } from "../queries/counts.ts";

export interface RoomDeps {
  readonly db: Kysely<LinksTables>;
  /** Links that one account may have, without deleted ones. */
  readonly linksPerAccount: number;
}

/**
 * The number of links that an account may still add, at least 0. From the counts in the tables: events that they do not show
 * yet are missing, so concurrent commands may exceed the limit by a few links.
 */
export async function roomOf({ db, linksPerAccount }: RoomDeps, userId: UserId): Promise<number> {
  return Math.max(0, linksPerAccount - (await countLinks(db, userId, {})));
}

/** The remaining room for links, while one command or import adds many. */
export class Room {
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  get isUsedUp(): boolean {
    return this.#left <= 0;
  }

  /** Takes the room of one link; false when there is none. */
  take(): boolean {
    if (this.isUsedUp) return false;
    this.#left--;
    return true;
  }

  /** Returns the room of a link that existed already. */
  giveBack(): void {
    this.#left++;
  }

  /** Lowers the room by what others have used meanwhile; what they freed counts for the next command. */
  limitTo(left: number): void {
    this.#left = Math.min(this.#left, left);
  }
}
