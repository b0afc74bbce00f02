import { type CommandHandler, handler } from "@satchel/chassis";
import { EndSession, RefreshSession } from "@satchel/contracts";
import type { Sessions } from "../sessions.ts";

/** Trades a refresh token for new tokens. */
export const refreshSession = (sessions: Sessions): CommandHandler =>
  handler(RefreshSession, async ({ refreshToken }) => ({ result: await sessions.refresh(refreshToken) }));

/** Ends a session. */
export const endSession = (sessions: Sessions): CommandHandler =>
  handler(EndSession, async ({ userId, sessionId }) => {
    return { result: { ended: await sessions.end(userId, sessionId) } };
  });
