import { type Address, normaliseAddress } from "@satchel/chassis";
import { type Locale, SatchelError, texts } from "@satchel/contracts";
import { composeCode } from "../../mail/code-mail.ts";
import type { Parts } from "../parts.ts";

/**
 * Mails a sign-in code.
 * @throws {SatchelError} `limited`, or `unavailable` when the mail can't be handed over
 */
export async function mailCode(
  { codes, mailer, publicUrl, clock }: Pick<Parts, "codes" | "mailer" | "publicUrl" | "clock">,
  { address, locale, client }: { readonly address: Address; readonly locale: Locale; readonly client: string },
  commandId: string,
): Promise<void> {
  const code = await codes.issue("sign-in", { address, client }, commandId);
  const mail = composeCode("sign-in", { code, address, locale, requestedAt: new Date(clock()), publicUrl });
  await mailer.send(mail).catch(() => {
    throw new SatchelError("unavailable", texts.registration.failed, { retryAfter: 1 });
  });
}

/** Normalises an address. @throws {SatchelError} `invalid`, worded for the page */
export function requireAddress(email: string): Address {
  const address = normaliseAddress(email);
  if (address !== undefined) return address;
  const errors = [{ path: "/email", message: "must be an email address" }];
  throw new SatchelError("invalid", texts.server.invalid, { errors });
}
