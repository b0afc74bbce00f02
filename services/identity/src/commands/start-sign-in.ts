import { addressKey, type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { CODE_SECONDS, SatchelError, StartSignIn, texts } from "@satchel/contracts";
import { type Issue, issueCode, type SignInCode } from "../domain/sign-in-code.ts";
import type { Mailer } from "../mail/mailer.ts";
import { composeSignInCode } from "../mail/sign-in-code.ts";
import { generateCode, hashCode } from "../secrets/codes.ts";
import type { RecordChange, Records } from "../store/records.ts";

/** Name of the bucket of codes, by address key, and the seconds one is kept. */
export const CODES = { bucket: "codes", seconds: CODE_SECONDS } as const;

export interface StartSignInOptions {
  readonly codes: Records<SignInCode>;
  readonly mailer: Mailer;
  readonly addressKey: string;
  readonly codeKey: string;
  readonly publicUrl: string;
  readonly clock: () => number;
}

/**
 * Mails a code. Whether the address has an account is not even looked up, so neither the answer nor its time can tell.
 */
export const startSignIn = (options: StartSignInOptions): CommandHandler =>
  handler(StartSignIn, async ({ email, locale }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw invalidAddress();
    const now = options.clock();
    const code = generateCode();
    const codeHash = hashCode(options.codeKey, address, code);
    const issue = await options.codes.change(
      addressKey(options.addressKey, address),
      (standing): RecordChange<SignInCode, Issue> => {
        const outcome = issueCode(standing, codeHash, now);
        return outcome.kind === "issued" ? { put: outcome.code, outcome } : { outcome };
      },
    );
    if (issue.kind === "limited") {
      throw new SatchelError("limited", texts.server.tooMany, { retryAfter: issue.retryAfter });
    }
    const mail = composeSignInCode({ code, address, locale, askedAt: new Date(now), publicUrl: options.publicUrl });
    await options.mailer.send(mail).catch(() => {
      throw new SatchelError("unavailable", texts.registration.failed, { retryAfter: 1 });
    });
    return { result: { status: "verification_sent" as const } };
  });

const invalidAddress = (): SatchelError =>
  new SatchelError("invalid", texts.server.invalid, {
    errors: [{ path: "/email", message: "must be an e-mail address" }],
  });
