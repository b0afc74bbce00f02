import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { Instant, UserId } from "../ids.ts";
import { ACCOUNTS_PER_PAGE, ADDRESS_CHARS, QUOTA_MB } from "../limits/index.ts";
import { Locale } from "../locale.ts";
import { defineCommand } from "./define.ts";

/** The place of an account in the list: the newest is first. */
export const AccountPlace = Type.Object({ createdAt: Instant, userId: UserId });
export type AccountPlace = Static<typeof AccountPlace>;

/** An account as the operator sees it: nothing of what it keeps. */
export const ListedAccount = Type.Object({
  userId: UserId,
  createdAt: Instant,
  /** The confirmed addresses, the primary one first. */
  addresses: Type.Array(Type.String()),
  /** The last use of its open sessions, connected extensions, API tokens and feeds; null where it has none that was used. */
  lastUsedAt: Nullable(Instant),
  /** Null while it is not suspended. */
  suspendedAt: Nullable(Instant),
});
export type ListedAccount = Static<typeof ListedAccount>;

/**
 * The accounts with a confirmed address that contains `search`, in any case; all of them where it is empty.
 * `next` is the place after which more come; null where there are none.
 */
export const ListAccounts = defineCommand(
  "identity",
  "list-accounts",
  { search: Type.String({ maxLength: ADDRESS_CHARS }), after: Type.Optional(AccountPlace) },
  Type.Object({ accounts: Type.Array(ListedAccount), next: Nullable(AccountPlace) }),
);

/** One account; null where there is none. */
export const FindAccount = defineCommand(
  "identity",
  "find-account",
  { userId: UserId },
  Type.Object({ account: Nullable(ListedAccount) }),
);

const ofAccounts = { userIds: Type.Array(UserId, { maxItems: ACCOUNTS_PER_PAGE }) };

/** How many links these accounts have; those without a link are missing. */
export const CountLinks = defineCommand(
  "links",
  "count-links",
  ofAccounts,
  Type.Object({ counts: Type.Array(Type.Object({ userId: UserId, links: Type.Integer() })) }),
);

const Megabytes = Type.Integer({ minimum: 0, maximum: QUOTA_MB });

/**
 * What the copies of these accounts take in octets, deleted ones that can be restored included, and their own quotas; those
 * without a copy and a quota are missing. `usualMegabytes` is the quota of all others.
 */
export const MeasureCopies = defineCommand(
  "archive",
  "measure-copies",
  ofAccounts,
  Type.Object({
    usualMegabytes: Megabytes,
    uses: Type.Array(Type.Object({ userId: UserId, bytes: Type.Integer(), quotaMegabytes: Nullable(Megabytes) })),
  }),
);

/** Gives an account's copies a quota of its own; null: that of all others. The caller knows that there is the account. */
export const ChangeQuota = defineCommand("archive", "change-quota", { userId: UserId, megabytes: Nullable(Megabytes) });

/**
 * Suspends an account, or resumes it. `not-found` where there is none. When a suspension is answered, its sessions are
 * ended, and gateways ask about its secrets anew.
 */
export const SuspendAccount = defineCommand("identity", "suspend-account", { userId: UserId });
export const ResumeAccount = defineCommand("identity", "resume-account", { userId: UserId });

const Email = Type.String({ maxLength: 1000 });

/** An invitation that can still be used. */
export const Invitation = Type.Object({
  email: Type.String(),
  language: Locale,
  invitedAt: Instant,
  expiresAt: Instant,
});
export type Invitation = Static<typeof Invitation>;

/** The invitations that can still be used, the newest first. `isOn`: whether new accounts are made by invitation here. */
export const ListInvitations = defineCommand(
  "identity",
  "list-invitations",
  {},
  Type.Object({ isOn: Type.Boolean(), invitations: Type.Array(Invitation) }),
);

/**
 * Invites the owner of an address to make an account, once within {@link INVITATION_SECONDS}, and mails them. An earlier
 * invitation of the address is replaced. `invalid` for no address, `taken` where it has an account, `rejected` where
 * accounts are not made by invitation or too many wait, `unavailable` when the mail can't be handed over: the address is
 * invited all the same.
 */
export const InviteAddress = defineCommand("identity", "invite-address", { email: Email, language: Locale });

/** Takes an invitation back. `withdrawn` is false where there is none that can still be used. */
export const WithdrawInvitation = defineCommand(
  "identity",
  "withdraw-invitation",
  { email: Email },
  Type.Object({ withdrawn: Type.Boolean() }),
);
