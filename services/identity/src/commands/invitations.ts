import { type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import {
  INVITATIONS_OPEN,
  InviteAddress,
  laterTexts,
  ListInvitations,
  operatorTexts,
  SatchelError,
  texts,
  WithdrawInvitation,
} from "@satchel/contracts";
import { composeInvitation } from "../mail/invitation-mail.ts";
import { undeliverable } from "../mail/mailer.ts";
import type { Parts } from "./parts.ts";
import { requireAddress } from "./sign-in/mail-code.ts";
import { instantOf } from "../domain/instant.ts";

/** Whom the operator invites to make an account (decision 96). */
export const invitationCommands = (parts: Parts): CommandHandler[] => [
  handler(ListInvitations, async () => {
    const { admission, invitations } = parts;
    const open = await invitations.list();
    const shown = open.map(({ address, language, invitedAt, expiresAt }) => ({
      email: address,
      language,
      invitedAt: instantOf(invitedAt),
      expiresAt: instantOf(expiresAt),
    }));
    return { result: { isOn: admission.isByInvitation, invitations: shown } };
  }),

  handler(InviteAddress, async ({ email, language }) => {
    const { accounts, admission, invitations, mailer, publicUrl } = parts;
    const address = requireAddress(email);
    if (!admission.isByInvitation) throw new SatchelError("rejected", operatorTexts.invitationsOff);
    if ((await accounts.find(address)) !== undefined) throw new SatchelError("taken", laterTexts.senderEmails.taken);
    const others = (await invitations.list()).filter((open) => open.address !== address);
    if (others.length >= INVITATIONS_OPEN) throw new SatchelError("rejected", operatorTexts.tooManyInvitations);
    const { expiresAt } = await invitations.add(address, language);
    const mail = composeInvitation({ address, locale: language, expiresAt: new Date(expiresAt), publicUrl });
    await mailer.send(mail).catch(undeliverable(texts.registration.failed));
    return { result: {} };
  }),

  handler(WithdrawInvitation, async ({ email }) => {
    const address = normaliseAddress(email);
    return { result: { withdrawn: address !== undefined && (await parts.invitations.withdraw(address)) } };
  }),
];
