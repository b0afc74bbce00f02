import type { CommandHandler } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import { addSenderAddress } from "./add-address.ts";
import { confirmSenderAddress } from "./confirm-address.ts";
import { removeSenderAddress } from "./remove-address.ts";

/** Naming, confirming and removing further addresses that links may be mailed from. */
export const addressCommands = (parts: Parts): CommandHandler[] => [
  addSenderAddress(parts),
  confirmSenderAddress(parts),
  removeSenderAddress(parts),
];
