import { composeNotice, type NoticeMail } from "../mail/notice.ts";
import type { Parts } from "./parts.ts";

/**
 * Mails a notice to the owner of an account. Resolves also when it can't be delivered, which the mailer logs: what it
 * reports has happened.
 */
export function notifyOwner(
  { mailer, publicUrl, clock }: Pick<Parts, "mailer" | "publicUrl" | "clock">,
  notice: Omit<NoticeMail, "at" | "publicUrl">,
): Promise<void> {
  return mailer.send(composeNotice({ ...notice, at: new Date(clock()), publicUrl })).catch(() => undefined);
}
