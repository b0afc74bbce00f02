import type { Address } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { DUMMY_ID } from "../../accounts/accounts.ts";
import type { PasswordState } from "../../domain/credentials.ts";
import type { Parts } from "../parts.ts";

/** Whose an address is, and their password. */
export interface Owner extends PasswordState {
  readonly userId: UserId | undefined;
}

/** Looks up the owner of an address. For an address without one, as much is looked up. */
export async function findOwner(
  { accounts, credentials }: Pick<Parts, "accounts" | "credentials">,
  address: Address,
): Promise<Owner> {
  const userId = await accounts.find(address);
  return { ...(await credentials.get(userId ?? DUMMY_ID)), userId };
}
