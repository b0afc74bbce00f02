import type { CommandClient } from "@satchel/chassis";
import { CheckRoom, isSatchelError, type UserId } from "@satchel/contracts";

/**
 * Whether the account's copies take all that they may. False without an answer: mail must not depend on the tables, which may
 * be rebuilt for a while.
 */
export async function hasNoRoom(commands: CommandClient, userId: UserId): Promise<boolean> {
  try {
    return (await commands.send(CheckRoom, { userId })).result.isFull;
  } catch (error) {
    if (isSatchelError(error)) return false;
    throw error;
  }
}
