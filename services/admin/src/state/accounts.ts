import {
  type AccountPlace,
  ADDRESS_CHARS,
  ChangeQuota,
  CountLinks,
  FindAccount,
  isSatchelError,
  ListAccounts,
  type ListedAccount,
  MeasureCopies,
  QUOTA_MB,
  ResumeAccount,
  SuspendAccount,
  UserId,
} from "@satchel/contracts";
import { Value } from "typebox/value";
import { unlessUnreachable, type World } from "./world.ts";

/** An account with its sizes, each of which is undefined where its service does not answer. */
export interface AccountState extends ListedAccount {
  readonly links: number | undefined;
  /** Octets of kept copies. */
  readonly copyBytes: number | undefined;
  readonly quota: Quota | undefined;
}

/** What an account's copies may take, in mebibytes. */
interface Quota {
  /** Of its own; null: the usual one. */
  readonly own: number | null;
  readonly usual: number;
}

export interface AccountPage {
  readonly accounts: readonly AccountState[];
  /** The place after which more come. */
  readonly next: AccountPlace | null;
}

/** A page of the accounts with a part of an address; undefined where identity does not answer. */
export async function readAccounts(
  world: World,
  { search, after }: { readonly search: string; readonly after: AccountPlace | undefined },
): Promise<AccountPage | undefined> {
  const payload = { search: search.slice(0, ADDRESS_CHARS), ...(after === undefined ? {} : { after }) };
  const found = await unlessUnreachable(world.commands.send(ListAccounts, payload));
  if (found === undefined) return undefined;
  const { accounts, next } = found.result;
  return { accounts: await withSizes(world, accounts), next };
}

/** One account; null where there is none, undefined where identity does not answer. */
export async function readAccount(world: World, userId: UserId): Promise<AccountState | null | undefined> {
  const found = await unlessUnreachable(world.commands.send(FindAccount, { userId }));
  if (found === undefined) return undefined;
  const { account } = found.result;
  if (account === null) return null;
  const [state = null] = await withSizes(world, [account]);
  return state;
}

/** `done`; `missing`: there is no such account; `unreachable`: identity does not answer. */
type AccountAnswer = "done" | "missing" | "unreachable";

/** Suspends an account, or resumes it. */
export async function switchSuspension(
  world: World,
  userId: UserId,
  to: "suspended" | "resumed",
): Promise<AccountAnswer> {
  const command = to === "suspended" ? SuspendAccount : ResumeAccount;
  try {
    return (await unlessUnreachable(world.commands.send(command, { userId }))) === undefined ? "unreachable" : "done";
  } catch (error) {
    if (isSatchelError(error) && error.code === "not-found") return "missing";
    throw error;
  }
}

async function withSizes({ sizes }: World, accounts: readonly ListedAccount[]): Promise<AccountState[]> {
  if (accounts.length === 0) return [];
  const userIds = accounts.map(({ userId }) => userId);
  const [links, copies] = await Promise.all([
    unlessUnreachable(sizes.send(CountLinks, { userIds })),
    unlessUnreachable(sizes.send(MeasureCopies, { userIds })),
  ]);
  const counts = links && new Map(links.result.counts.map((one) => [one.userId, one.links]));
  const uses = copies && new Map(copies.result.uses.map((one) => [one.userId, one]));
  return accounts.map((account) => {
    const use = uses?.get(account.userId);
    return {
      ...account,
      links: counts && (counts.get(account.userId) ?? 0),
      copyBytes: uses && (use?.bytes ?? 0),
      quota: copies && { own: use?.quotaMegabytes ?? null, usual: copies.result.usualMegabytes },
    };
  });
}

/** Gives an account's copies a quota in mebibytes; null: the usual one. It counts at once. */
export async function changeQuota(world: World, userId: UserId, megabytes: number | null): Promise<AccountAnswer> {
  const account = await readAccount(world, userId);
  if (account === undefined) return "unreachable";
  if (account === null) return "missing";
  const changed = await unlessUnreachable(world.commands.send(ChangeQuota, { userId, megabytes }));
  return changed === undefined ? "unreachable" : "done";
}

/** A quota as it is typed in, in gigabytes, as mebibytes; null for an empty field, undefined for what is no quota. */
export function quotaIn(text: string): number | null | undefined {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return null;
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(typed)) return undefined;
  const megabytes = Math.round(Number(typed) * 1024);
  return megabytes <= QUOTA_MB ? megabytes : undefined;
}

/** The id in an address or a form; undefined for any other text. */
export const userIdIn = (text: string | null | undefined): UserId | undefined =>
  Value.Check(UserId, text) ? text : undefined;

/** A place as a text of an address. */
export const writePlace = ({ createdAt, userId }: AccountPlace): string => `${Date.parse(createdAt)}.${userId}`;

/** Reads what {@link writePlace} wrote; undefined for any other text. */
export function readPlace(text: string | null): AccountPlace | undefined {
  const [, time = "", id] = /^(\d{1,13})\.(.{36})$/.exec(text ?? "") ?? [];
  const userId = userIdIn(id);
  return userId === undefined ? undefined : { createdAt: new Date(Number(time)).toISOString(), userId };
}
