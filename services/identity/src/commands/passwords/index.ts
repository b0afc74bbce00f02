import type { CommandHandler } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import { changePassword, removePassword, setPassword } from "./own-password.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.ts";

export const passwordCommands = (parts: Parts): CommandHandler[] => [
  setPassword(parts),
  changePassword(parts),
  removePassword(parts),
  requestPasswordReset(parts),
  resetPassword(parts),
];
