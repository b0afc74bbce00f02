import { type CommandHandler, type Foundation, queriesOver } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import type { IdentityTables } from "../queries.ts";
import { addSenderAddress } from "./add-address.ts";
import { openClaims } from "./claims.ts";
import { confirmSenderAddress } from "./confirm-address.ts";
import { openConfirmations } from "./confirmations.ts";
import type { AddressParts } from "./parts.ts";
import { removeSenderAddress } from "./remove-address.ts";

/** Opens what the commands about addresses are carried out with. */
export const openAddresses = async ({ bus, pool }: Foundation, parts: Parts): Promise<AddressParts> => ({
  ...parts,
  claims: openClaims(parts.journal),
  confirmations: await openConfirmations(bus, parts.clock),
  tables: queriesOver<IdentityTables>(pool),
});

/** Naming, confirming and removing further addresses that links may be mailed from. */
export const addressCommands = (parts: AddressParts): CommandHandler[] => [
  addSenderAddress(parts),
  confirmSenderAddress(parts),
  removeSenderAddress(parts),
];
