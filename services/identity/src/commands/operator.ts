import { type CommandHandler, handler } from "@satchel/chassis";
import {
  ACCOUNTS_PER_PAGE,
  FindAccount,
  ListAccounts,
  type ListedAccount,
  ResumeAccount,
  SuspendAccount,
  type UserId,
} from "@satchel/contracts";
import { type AccountRow, findAccount, listAccounts } from "../queries/accounts.ts";
import type { Parts } from "./parts.ts";
import { instantOrNull } from "../domain/instant.ts";

/** What the operator asks about accounts (decision 96). */
export const operatorCommands = (parts: Parts): CommandHandler[] => [
  handler(ListAccounts, async ({ search, after }) => {
    const rows = await listAccounts(parts.tables, search.trim(), after);
    const shown = rows.slice(0, ACCOUNTS_PER_PAGE);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    const accounts = await Promise.all(shown.map((row) => describe(parts, row)));
    const next = last === undefined ? null : { createdAt: last.created_at.toISOString(), userId: last.user_id };
    return { result: { accounts, next } };
  }),
  handler(FindAccount, async ({ userId }) => {
    const row = await findAccount(parts.tables, userId);
    return { result: { account: row === undefined ? null : await describe(parts, row) } };
  }),
  handler(SuspendAccount, async ({ userId }, { commandId }) => ({
    result: {},
    position: await parts.suspension.suspend(userId, commandId),
  })),
  handler(ResumeAccount, async ({ userId }, { commandId }) => ({
    result: {},
    position: await parts.suspension.resume(userId, commandId),
  })),
];

async function describe(
  parts: Parts,
  { user_id, created_at, suspended_at, addresses }: AccountRow,
): Promise<ListedAccount> {
  const lastUse = await lastUseOf(parts, user_id);
  return {
    userId: user_id,
    createdAt: created_at.toISOString(),
    addresses: [...addresses],
    lastUsedAt: instantOrNull(lastUse),
    suspendedAt: suspended_at?.toISOString() ?? null,
  };
}

/** The last use of an account, as far as what is open tells it. Milliseconds since 1970. */
async function lastUseOf({ sessions, apiTokens }: Parts, userId: UserId): Promise<number | undefined> {
  const [open, tokens, feeds] = await Promise.all([
    sessions.list(userId),
    apiTokens.list("token", userId),
    apiTokens.list("feed", userId),
  ]);
  const ofSessions = open.map(({ lastUsedAt }) => Date.parse(lastUsedAt));
  const ofSecrets = [...tokens, ...feeds].flatMap(({ token: { lastUse } }) =>
    lastUse === undefined ? [] : [lastUse.at],
  );
  const all = [...ofSessions, ...ofSecrets];
  return all.length === 0 ? undefined : Math.max(...all);
}
