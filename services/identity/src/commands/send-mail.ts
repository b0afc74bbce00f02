import { type Address, type CommandHandler, handler, normaliseAddress, type RateLimit } from "@satchel/chassis";
import {
  ANSWERS_PER_HOUR,
  laterTexts,
  type PayloadOf,
  SatchelError,
  SCHEDULED_MAILS_PER_DAY,
  SendMail,
} from "@satchel/contracts";
import { composeSent } from "../mail/sent-mail.ts";
import type { Parts } from "./parts.ts";

type MailRequest = PayloadOf<typeof SendMail>;

const LIMITS: Readonly<Record<MailRequest["kind"], RateLimit>> = {
  answer: { name: "answers", count: ANSWERS_PER_HOUR, seconds: 3600 },
  scheduled: { name: "scheduled-mails", count: SCHEDULED_MAILS_PER_DAY, seconds: 24 * 3600 },
};

/** Mails of other services, to the account's own confirmed addresses (decision 91). */
export const sendMail = (parts: Parts): CommandHandler =>
  handler(SendMail, async (asked, { commandId }) => {
    const { limits, limitKeys, mailer, mailFrom, saveAddress } = parts;
    const address = await ownAddress(parts, asked);
    const outcome = await mailer.sendOnce(commandId, async () => {
      const counted = await limits.take(LIMITS[asked.kind], limitKeys.ofUser(asked.userId));
      const mail = composeSent({ ...asked, address, id: commandId, mailFrom, saveAddress });
      // It will be sent again, and counted then.
      return { mail, failed: () => counted.giveBack() };
    });
    return { result: { outcome } };
  });

/**
 * The address that a mail may go to: claimed by this account, which is registered. An address that was added and not confirmed
 * has no claim, and a removed one has none any more. A suspended account gets no mail.
 * @throws {SatchelError} `not-found`
 */
async function ownAddress({ accounts }: Pick<Parts, "accounts">, { userId, email }: MailRequest): Promise<Address> {
  const address = email === undefined ? await accounts.primaryAddress(userId) : normaliseAddress(email);
  const isOwn = address !== undefined && (await accounts.find(address)) === userId;
  if (!isOwn || (await accounts.isSuspended(userId))) {
    throw new SatchelError("not-found", laterTexts.senderEmails.notFound);
  }
  return address;
}
