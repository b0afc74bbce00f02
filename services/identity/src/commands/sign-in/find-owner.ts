import type { Address } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { DUMMY_ID } from "../../accounts/accounts.ts";
import type { PasswordState } from "../../domain/credentials.ts";
import type { Parts } from "../parts.ts";

export interface Owner extends PasswordState {
  readonly userId: UserId | undefined;
}

/** Looks up the account of an address; as much is looked up for an address without one. */
export async function findOwner(
  { accounts, credentials }: Pick<Parts, "accounts" | "credentials">,
  address: Address,
): Promise<Owner> {
  const userId = await accounts.find(address);
  return { ...(await credentials.get(userId ?? DUMMY_ID)), userId };
}
