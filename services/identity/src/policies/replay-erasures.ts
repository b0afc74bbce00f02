import { ConcurrencyLimit, type Erasures, type Logger, retryOpen } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import type { Eraser } from "../accounts/eraser.ts";

/** Accounts that are checked at the same time. */
const AT_ONCE = 32;

/** Erasures that are checked at each start: more than may be in progress when a backup is taken. */
const NEWEST = 32;

/**
 * Closes the erased accounts that a restored, older journal has again; a queue then erases their events. It must end
 * before anybody can sign in.
 *
 * An older journal lacks the newest erasures first, so the whole list is read only where one of these is missing. The
 * newest are closed last: where the process dies before, the next start finds one of them missing.
 */
export async function replayErasures(erasures: Erasures, eraser: Eraser, logger: Logger): Promise<void> {
  const newest = await retryOpen(() => erasures.newest(NEWEST));
  const isClosed = await Promise.all(newest.map((userId) => retryOpen(() => eraser.isClosed(userId))));
  if (isClosed.every(Boolean)) return;
  const others = new Set(await retryOpen(() => erasures.list()));
  for (const userId of newest) others.delete(userId);
  const accounts = (await closeAll(eraser, [...others])) + (await closeAll(eraser, newest));
  logger.warn({ accounts }, "the journal is older than erasures that were done: they are erased again");
}

/** @returns how many of the accounts were open */
async function closeAll(eraser: Eraser, users: readonly UserId[]): Promise<number> {
  const limit = new ConcurrencyLimit({ concurrency: AT_ONCE });
  const close = async (userId: UserId): Promise<boolean> =>
    !(await retryOpen(() => eraser.isErased(userId))) && (await retryOpen(() => eraser.close(userId))).isNew;
  const closed = await Promise.all(users.map((userId) => limit.run("all", () => close(userId))));
  return closed.filter(Boolean).length;
}
