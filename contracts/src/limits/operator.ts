// Limits of the operator's page of accounts.

/** Accounts on one page: each costs identity a look at its sessions, and people read no more at once. */
export const ACCOUNTS_PER_PAGE = 50;
