import type { CommandHandler } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";
import { resendCode, startSignIn } from "./start-sign-in.ts";
import { verifyCode } from "./verify-code.ts";

export const signInCommands = (parts: Parts): CommandHandler[] => [
  startSignIn(parts),
  resendCode(parts),
  verifyCode(parts),
  signInWithPassword(parts),
];
