import { type CommandHandler, handler } from "@satchel/chassis";
import { ResendCode, StartSignIn } from "@satchel/contracts";
import type { Parts } from "../parts.ts";
import { findOwner } from "./find-owner.ts";
import { mailCode, requireAddress } from "./mail-code.ts";

/**
 * Asks for a password where the account has one. All others get a code, and neither the answer nor its time reveals an
 * account: the same is looked up and mailed.
 */
export const startSignIn = (parts: Parts): CommandHandler =>
  handler(StartSignIn, async ({ email, locale, client }, { commandId }) => {
    const address = requireAddress(email);
    const { passwordHash } = await findOwner(parts, address);
    if (passwordHash !== undefined) return { result: { status: "password_required" as const } };
    await mailCode(parts, { address, locale, client }, commandId);
    return { result: { status: "verification_sent" as const } };
  });

export const resendCode = (parts: Parts): CommandHandler =>
  handler(ResendCode, async ({ email, locale, client }, { commandId }) => {
    await mailCode(parts, { address: requireAddress(email), locale, client }, commandId);
    return { result: { status: "verification_sent" as const } };
  });
