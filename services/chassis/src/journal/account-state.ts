import { aggregateSubject, suspensionSubject, type UserId } from "@satchel/contracts";
import type { Journal } from "./journal.ts";

/**
 * Whether a user was erased. Work that started before the erasure checks this before it appends; events that are appended
 * nevertheless are found and erased by identity.
 */
export async function isErased(journal: Pick<Journal, "last">, userId: UserId): Promise<boolean> {
  return (await journal.last(aggregateSubject(userId, "identity")))?.type === "UserErased";
}

/** Whether the operator has suspended an account (decision 96). Read from the journal, so that it counts at once everywhere. */
export async function isSuspended(journal: Pick<Journal, "last">, userId: UserId): Promise<boolean> {
  return (await journal.last(suspensionSubject(userId)))?.type === "AccountSuspended";
}
