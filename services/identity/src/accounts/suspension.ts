import { type EndedSessions, isSuspended, type Journal } from "@satchel/chassis";
import { type Decision, type Position, type SuspensionEvent, suspensionSubject, type UserId } from "@satchel/contracts";
import type { Account } from "../domain/account.ts";
import { resumeAccount, suspendAccount } from "../domain/suspension.ts";
import type { Sessions } from "../store/sessions.ts";
import { accountOf } from "./claims.ts";
import { positionOf } from "./registration.ts";
import { settle } from "./settle.ts";

/** Suspended accounts (decision 96). Every step may be repeated, by any process. */
export interface Suspension {
  /**
   * Suspends an account: nobody signs in to it, its sessions are ended, and gateways ask about its secrets anew.
   * @throws {SatchelError} `not-found` where there is no account
   */
  suspend(userId: UserId, id: string): Promise<Position>;
  /** Resumes an account. @throws {SatchelError} `not-found` where there is no account */
  resume(userId: UserId, id: string): Promise<Position>;
  /** Ends what is open of an account while it is suspended: a command may have died before it did. */
  endAccess(userId: UserId): Promise<void>;
}

interface SuspensionParts {
  readonly journal: Journal;
  readonly sessions: Pick<Sessions, "endAll">;
  readonly ended: EndedSessions;
}

export function openSuspension({ journal, sessions, ended }: SuspensionParts): Suspension {
  type Decide = (account: Account, last: SuspensionEvent | undefined) => Decision<SuspensionEvent, object>;
  const settleOn = async (userId: UserId, id: string, decide: Decide): Promise<Position> => {
    const { sequence } = await settle<SuspensionEvent, object>({
      journal,
      subject: suspensionSubject(userId),
      eventId: id,
      decide: async (last) => decide(await accountOf(journal, userId), last),
    });
    return positionOf(userId, sequence);
  };
  const suspension: Suspension = {
    suspend: async (userId, id) => {
      const position = await settleOn(userId, id, suspendAccount);
      await suspension.endAccess(userId);
      return position;
    },
    resume: async (userId, id) => {
      const position = await settleOn(userId, id, resumeAccount);
      await ended.recheck(userId);
      return position;
    },
    // The secrets first: sessions that end are many, and each is announced by itself.
    endAccess: async (userId) => {
      if (!(await isSuspended(journal, userId))) return;
      await ended.recheck(userId);
      await sessions.endAll(userId);
    },
  };
  return suspension;
}
