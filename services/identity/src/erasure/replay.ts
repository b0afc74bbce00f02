import { type Erasures, type Logger, opening } from "@satchel/chassis";
import type { Eraser } from "./eraser.ts";

/** Users looked at at the same time. */
const AT_ONCE = 32;

/**
 * Closes once more the accounts that were erased and are back, since an older journal was restored; erasing what it has of
 * them is then work like any other. To be done before anybody can sign in.
 */
export async function replayErasures(erasures: Erasures, eraser: Eraser, logger: Logger): Promise<void> {
  const users = await opening(() => erasures.list());
  const back: string[] = [];
  const look = async (): Promise<void> => {
    for (let userId = users.pop(); userId !== undefined; userId = users.pop()) {
      if (await opening(() => eraser.isErased(userId))) continue;
      const { happened } = await opening(() => eraser.close(userId));
      if (happened) back.push(userId);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  if (back.length > 0) {
    logger.warn({ accounts: back.length }, "the journal is older than erasures that were done: they are erased again");
  }
}
