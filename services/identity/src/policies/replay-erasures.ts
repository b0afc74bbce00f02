import { type Erasures, type Logger, retryOpen } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import type { Eraser } from "../accounts/eraser.ts";

const AT_ONCE = 32;

/** Erasures that are checked at each start: more than may be in progress when a backup is taken. */
const NEWEST = 32;

/**
 * Closes accounts again that were erased and came back with an older journal; a queue then erases their events. It has
 * to end before anybody can sign in.
 *
 * An older journal lacks the newest erasures first, so the whole list is read only where one of these is missing. They
 * are closed last, so that a process that dies meanwhile leaves one of them missing.
 */
export async function replayErasures(erasures: Erasures, eraser: Eraser, logger: Logger): Promise<void> {
  const newest = await retryOpen(() => erasures.newest(NEWEST));
  const isClosed = await Promise.all(newest.map((userId) => retryOpen(() => eraser.isClosed(userId))));
  if (isClosed.every(Boolean)) return;
  const others = new Set(await retryOpen(() => erasures.list()));
  for (const userId of newest) others.delete(userId);
  const back = (await closeAll(eraser, [...others])) + (await closeAll(eraser, newest));
  logger.warn({ accounts: back }, "the journal is older than erasures that were done: they are erased again");
}

/** @returns how many of them were open */
async function closeAll(eraser: Eraser, users: UserId[]): Promise<number> {
  let back = 0;
  const look = async (): Promise<void> => {
    for (let userId = users.pop(); userId !== undefined; userId = users.pop()) {
      const user = userId;
      if (await retryOpen(() => eraser.isErased(user))) continue;
      const { happened } = await retryOpen(() => eraser.close(user));
      if (happened) back++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return back;
}
