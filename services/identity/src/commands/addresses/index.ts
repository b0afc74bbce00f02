import type { CommandHandler } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import { addSenderAddress } from "./add-address.ts";
import { confirmSenderAddress } from "./confirm-address.ts";
import { removeSenderAddress } from "./remove-address.ts";

/** The commands on further addresses from which links may be mailed. */
export const addressCommands = (parts: Parts): CommandHandler[] => [
  addSenderAddress(parts),
  confirmSenderAddress(parts),
  removeSenderAddress(parts),
];
