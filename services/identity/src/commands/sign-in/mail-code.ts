import { type Address, normaliseAddress } from "@satchel/chassis";
import { type Locale, SatchelError, texts } from "@satchel/contracts";
import { composeClosed } from "../../mail/closed-mail.ts";
import { composeCode } from "../../mail/code-mail.ts";
import { undeliverable } from "../../mail/mailer.ts";
import type { Parts } from "../parts.ts";

type CodeParts = Pick<Parts, "accounts" | "admission" | "codes" | "mailer" | "publicUrl" | "clock">;

/**
 * Mails a sign-in code; to an address without an account that this server does not register, a mail that says so. It is
 * sent and limited as the code would be, so neither the answer, nor its time, nor a fault of the relay reveals which one
 * it was.
 * @throws {SatchelError} `limited`, or `unavailable` when the mail can't be handed over
 */
export async function mailCode(
  { accounts, admission, codes, mailer, publicUrl, clock }: CodeParts,
  { address, locale, client }: { readonly address: Address; readonly locale: Locale; readonly client: string },
  commandId: string,
): Promise<void> {
  const code = await codes.issue("sign-in", { address, client }, commandId);
  const about = { address, locale, requestedAt: new Date(clock()), publicUrl };
  // Both are looked up for every address.
  const [isAdmitted, userId] = await Promise.all([admission.admits(address), accounts.find(address)]);
  const mail = isAdmitted || userId !== undefined ? composeCode("sign-in", { code, ...about }) : composeClosed(about);
  await mailer.send(mail).catch(undeliverable(texts.registration.failed));
}

/** Normalises an address. @throws {SatchelError} `invalid`, worded for the page */
export function requireAddress(email: string): Address {
  const address = normaliseAddress(email);
  if (address !== undefined) return address;
  const errors = [{ path: "/email", message: "must be an email address" }];
  throw new SatchelError("invalid", texts.server.invalid, { errors });
}
