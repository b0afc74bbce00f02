import type { Address } from "@satchel/chassis";
import type { SessionId, UserId } from "@satchel/contracts";
import { noAccount } from "../accounts/accounts.ts";
import type { Parts } from "./parts.ts";

interface Maker {
  readonly userId: UserId;
  /** In which it was made. */
  readonly sessionId: SessionId;
}

/**
 * The address of the owner of what was just made. Looked at after it was made: a command that ends all of its kind at this
 * moment, or erases the account, either finds it or is noticed here.
 * @param undo ends what was made
 * @param isUnchanged whether nothing else has happened that ends what was made
 * @throws {SatchelError} `unauthenticated` when session or account ended meanwhile
 */
export async function ownerOfMade(
  { accounts, sessions }: Pick<Parts, "accounts" | "sessions">,
  { userId, sessionId }: Maker,
  undo: () => Promise<unknown>,
  isUnchanged: () => Promise<boolean> = async () => true,
): Promise<Address> {
  const isAllowed = (await sessions.isValid(userId, sessionId)) && (await isUnchanged());
  const address = isAllowed ? await accounts.primaryAddress(userId) : undefined;
  if (address !== undefined) return address;
  await undo();
  throw noAccount();
}

/** @returns a function that says whether the account's password is still as it was at this call */
export async function passwordWatch(
  { credentials }: Pick<Parts, "credentials">,
  userId: UserId,
): Promise<() => Promise<boolean>> {
  const changedBy = async () => (await credentials.get(userId))?.passwordChangedBy;
  const before = await changedBy();
  return async () => (await changedBy()) === before;
}
