import type { Address } from "@satchel/chassis";
import { type Locale, SatchelError, texts } from "@satchel/contracts";
import { composeSignInCode } from "../../mail/sign-in-code.ts";
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
  const mail = composeSignInCode({ code, address, locale, requestedAt: new Date(clock()), publicUrl });
  await mailer.send(mail).catch(() => {
    throw new SatchelError("unavailable", texts.registration.failed, { retryAfter: 1 });
  });
}

/** The error for an invalid address, as the page shows it. */
export const noAddress = (): SatchelError =>
  new SatchelError("invalid", texts.server.invalid, {
    errors: [{ path: "/email", message: "must be an e-mail address" }],
  });
