import { type CommandHandler, handler, type RateLimit } from "@satchel/chassis";
import {
  CODE_SECONDS,
  CONNECTION_CODE_SECONDS,
  CONNECTIONS_PER_HOUR,
  type ExtensionBrowser,
  GrantConnection,
  laterTexts,
  RefreshConnection,
  SatchelError,
  TradeConnectionCode,
  WRONG_CONNECTIONS_PER_CLIENT,
} from "@satchel/contracts";
import type { Agreement, ConnectionCode } from "../domain/connection-code.ts";
import { sessionIdOf } from "../domain/session.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { Parts } from "./parts.ts";

const CONNECTIONS: RateLimit = { name: "connections", count: CONNECTIONS_PER_HOUR, seconds: 3600 };
// Counted separately from wrong sign-in codes: a broken extension must not block its user's sign-ins.
const WRONG_CONNECTIONS: RateLimit = {
  name: "wrong-connections",
  count: WRONG_CONNECTIONS_PER_CLIENT,
  seconds: CODE_SECONDS,
};

const DEVICES: Readonly<Record<ExtensionBrowser, string>> = {
  chrome: "Chrome extension",
  firefox: "Firefox extension",
};

/** Connecting a browser extension, and renewing its tokens (decision 30). */
export const connectionCommands = (parts: Parts): CommandHandler[] => [
  grantConnection(parts),
  tradeConnectionCode(parts),
  handler(RefreshConnection, async ({ refreshToken }) => ({ result: await parts.sessions.extend(refreshToken) })),
];

/** Issues a code for an extension to which the owner agreed. */
const grantConnection = ({ limits, limitKeys, credentials, connectionCodes }: Parts): CommandHandler =>
  handler(GrantConnection, async (agreement) => {
    const { userId } = agreement;
    await limits.take(CONNECTIONS, limitKeys.ofUser(userId));
    const { passwordChangedBy } = (await credentials.get(userId)) ?? {};
    const code = await connectionCodes.issue({
      ...agreement,
      ...(passwordChangedBy === undefined ? {} : { passwordChangedBy }),
    });
    return { result: { code, codeSeconds: CONNECTION_CODE_SECONDS } };
  });

/** Exchanges a code for a session. All faults have the same answer. */
const tradeConnectionCode = (parts: Parts): CommandHandler =>
  handler(TradeConnectionCode, async ({ code, verifier, client }, { commandId, retry }) => {
    const { accounts, connectionCodes, limits, limitKeys, sessions } = parts;
    // Counted before it is checked, so that parallel attempts can't pass the limit together.
    const wrongTry = await limits.take(WRONG_CONNECTIONS, limitKeys.ofClient(client));
    const trade = await connectionCodes.trade(code, verifier, commandId);
    if (trade.kind === "reused") await endReusedSession(parts, trade.code, trade.spentBy);
    if (trade.kind !== "accepted" || !(await isStillAgreed(parts, trade.code))) throw invalid();

    const { userId, browser } = trade.code;
    const sessionId = sessionIdOf(commandId);
    const session = { userId, stayLoggedIn: true, verified: true, device: DEVICES[browser], extension: browser };
    const { accessToken, accessSeconds, refreshToken } = await sessions.begin(sessionId, session, retry);
    // The agreement may have been withdrawn, or the code used again, before this session began.
    if (!(await isStillAgreed(parts, trade.code)) || (await connectionCodes.isReused(code))) {
      await sessions.end(userId, sessionId);
      throw invalid();
    }
    await wrongTry.giveBack();
    const email = await accounts.primaryAddress(userId);
    if (email === undefined) throw invalid();
    void notifyOwner(parts, {
      kind: "extension-connected",
      address: email,
      locale: trade.code.locale,
      subject: DEVICES[browser],
    });
    return { result: { accessToken, accessSeconds, refreshToken, email } };
  });

/** Whether the session in which the owner agreed still exists, with an unchanged password. */
async function isStillAgreed({ credentials, sessions }: Parts, agreement: Agreement): Promise<boolean> {
  const { userId, sessionId, passwordChangedBy } = agreement;
  if (!(await sessions.isValid(userId, sessionId))) return false;
  return (await credentials.get(userId))?.passwordChangedBy === passwordChangedBy;
}

/** Ends the session that the first use of the code began, if any (RFC 6749 section 4.1.2). */
async function endReusedSession(
  { logger, sessions }: Parts,
  { userId }: ConnectionCode,
  spentBy: string,
): Promise<void> {
  const sessionId = sessionIdOf(spentBy);
  logger.warn({ sessionId }, "a connection's code was used twice: its session is ended");
  await sessions.end(userId, sessionId);
}

const invalid = (): SatchelError => new SatchelError("rejected", laterTexts.connections.invalid);
