import { normaliseAddress } from "@satchel/chassis";
import {
  deleteSession,
  deleteUser,
  EndSession,
  EraseUser,
  EVENT_ID,
  getStatus,
  getUser,
  laterTexts,
  listSessions,
  ListSessions,
  SatchelError,
  type Session,
  type SessionId,
  type SessionInfo,
  texts,
  type User,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Parts } from "../http/parts.ts";
import { publicRoute, route } from "../http/route.ts";
import type { Session as CallerSession } from "../sessions/access-token.ts";
import type { Tables } from "../queries/tables.ts";

/** Who the caller is, where they are signed in, and the end of the account. */
export async function userRoutes(
  app: FastifyInstance,
  { commands, tables, cookies, readHeader, callerOf, live }: Parts,
): Promise<void> {
  /** Whether a trusted proxy names somebody else than a browser's session is of. @throws {SatchelError} `rejected` */
  async function isOfAnother(session: CallerSession | undefined, { raw }: FastifyRequest): Promise<boolean> {
    if (session === undefined || raw.headers.authorization !== undefined) return false;
    const named = readHeader(raw);
    if (named.kind === "none") return false;
    const address = named.kind === "named" ? normaliseAddress(named.address) : undefined;
    if (address === undefined) throw new SatchelError("rejected", laterTexts.sso.header);
    const user = await tables.findUser(session.userId);
    return user?.sender_emails.every((own) => !own.is_confirmed || own.email !== address) ?? false;
  }

  publicRoute(app, getStatus, async ({ session: presented, request, reply }) => {
    const session = (await isOfAnother(presented, request)) ? undefined : presented;
    if (presented !== undefined && session === undefined) {
      cookies.clear(reply);
      await commands.send(EndSession, { userId: presented.userId, sessionId: presented.sessionId });
    }
    const isVerified = session?.verified ?? false;
    const eventId = session === undefined || !isVerified ? undefined : await live.lastEventId(session.userId);
    return {
      status: 200,
      body: { authenticated: session !== undefined, is_verified: isVerified },
      headers: eventId === undefined ? {} : { [EVENT_ID]: eventId },
    };
  });

  route(app, getUser, async ({ userId }) => ({ status: 200, body: await userOf(tables, userId) }));

  route(app, deleteUser, async ({ userId, request, reply }) => {
    // Without waiting for the tables: nobody can sign in as this user any more.
    await commands.send(EraseUser, { userId, locale: callerOf(request).locale });
    cookies.clear(reply);
    return { status: 204, body: null };
  });

  route(app, listSessions, async ({ userId, session }) => {
    const { result } = await commands.send(ListSessions, { userId });
    return { status: 200, body: { sessions: result.sessions.map((one) => toSession(one, session.sessionId)) } };
  });

  route(app, deleteSession, async ({ userId, session, params, reply }) => {
    const { result } = await commands.send(EndSession, { userId, sessionId: params.id });
    if (!result.ended) throw new SatchelError("not-found", laterTexts.sessions.notFound);
    if (params.id === session.sessionId) cookies.clear(reply);
    return { status: 204, body: null };
  });
}

/**
 * The account of a session.
 * @throws {SatchelError} `unavailable` when the tables do not show it: they lag or are being rebuilt. The token is
 * valid, and a 401 would sign the user out
 */
export async function userOf(tables: Tables, userId: UserId): Promise<User> {
  const user = await tables.findUser(userId);
  if (user === undefined) throw new SatchelError("unavailable", texts.server.unavailable);
  return user;
}

/** A session as the HTTP contract shows it. */
export const toSession = (info: SessionInfo, current: SessionId): Session => ({
  id: info.sessionId,
  device: info.device,
  created_at: info.createdAt,
  last_used_at: info.lastUsedAt,
  expires_at: info.expiresAt,
  is_current: info.sessionId === current,
});
