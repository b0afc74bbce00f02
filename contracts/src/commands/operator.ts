import Type, { type Static } from "typebox";
import { Nullable } from "../http/link.ts";
import { Instant, UserId } from "../ids.ts";
import { ACCOUNTS_PER_PAGE, ADDRESS_CHARS } from "../limits/index.ts";
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
  Type.Object({ search: Type.String({ maxLength: ADDRESS_CHARS }), after: Type.Optional(AccountPlace) }),
  Type.Object({ accounts: Type.Array(ListedAccount), next: Nullable(AccountPlace) }),
);

/** One account; null where there is none. */
export const FindAccount = defineCommand(
  "identity",
  "find-account",
  Type.Object({ userId: UserId }),
  Type.Object({ account: Nullable(ListedAccount) }),
);

const Accounts = Type.Object({ userIds: Type.Array(UserId, { maxItems: ACCOUNTS_PER_PAGE }) });

/** How many links these accounts have; those without a link are missing. */
export const CountLinks = defineCommand(
  "links",
  "count-links",
  Accounts,
  Type.Object({ counts: Type.Array(Type.Object({ userId: UserId, links: Type.Integer() })) }),
);

/** What the copies of these accounts take in octets, deleted ones that can be restored included; those without one are missing. */
export const MeasureCopies = defineCommand(
  "archive",
  "measure-copies",
  Accounts,
  Type.Object({ uses: Type.Array(Type.Object({ userId: UserId, bytes: Type.Integer() })) }),
);

/**
 * Suspends an account, or resumes it. `not-found` where there is none. When a suspension is answered, its sessions are
 * ended, and gateways ask about its secrets anew.
 */
export const SuspendAccount = defineCommand(
  "identity",
  "suspend-account",
  Type.Object({ userId: UserId }),
  Type.Object({}),
);
export const ResumeAccount = defineCommand(
  "identity",
  "resume-account",
  Type.Object({ userId: UserId }),
  Type.Object({}),
);
