import { INVITATION_SECONDS, type Locale, type UserId } from "@satchel/contracts";

/** An invitation to make an account, for one address. Times are milliseconds since 1970. */
export interface InvitationRecord {
  readonly address: string;
  readonly language: Locale;
  readonly invitedAt: number;
  readonly expiresAt: number;
  /** Who makes the account of it. After a crash they continue, and nobody else can use it. */
  readonly usedBy?: UserId;
}

export const newInvitation = (address: string, language: Locale, now: number): InvitationRecord => ({
  address,
  language,
  invitedAt: now,
  expiresAt: now + INVITATION_SECONDS * 1000,
});

/** Whether an invitation can still be used by anybody with its address. */
export const isOpenInvitation = (found: InvitationRecord | undefined, now: number): found is InvitationRecord =>
  found !== undefined && found.usedBy === undefined && now < found.expiresAt;

/** Whether a user may make their account of an invitation, which they may have begun. */
export const mayUse = (found: InvitationRecord | undefined, userId: UserId | undefined, now: number): boolean =>
  found?.usedBy === undefined ? isOpenInvitation(found, now) : found.usedBy === userId;
