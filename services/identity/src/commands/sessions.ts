import { type CommandHandler, handler } from "@satchel/chassis";
import { EndSession, ListSessions, RefreshSession } from "@satchel/contracts";
import type { Parts } from "./parts.ts";

export const sessionCommands = ({ sessions }: Pick<Parts, "sessions">): CommandHandler[] => [
  handler(RefreshSession, async ({ refreshToken }) => ({ result: await sessions.refresh(refreshToken) })),
  handler(ListSessions, async ({ userId }) => ({ result: { sessions: await sessions.list(userId) } })),
  handler(EndSession, async ({ userId, sessionId }) => ({
    result: { ended: await sessions.end(userId, sessionId) },
  })),
];
