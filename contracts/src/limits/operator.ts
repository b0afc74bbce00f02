// Limits of the operator's page of accounts, and of invitations.

/** Accounts on one page: each costs identity a look at its sessions, and people read no more at once. */
export const ACCOUNTS_PER_PAGE = 50;

/** Seconds in which an invitation can be used: 14 days, so that somebody on holiday finds it. */
export const INVITATION_SECONDS = 14 * 24 * 3600;

/** Invitations that wait at a time: they are listed on one page, and each was typed in. */
export const INVITATIONS_OPEN = 200;
