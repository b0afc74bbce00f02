import rateLimit from "@fastify/rate-limit";
import { type CommandClient, type Logger, normaliseAddress } from "@satchel/chassis";
import {
  EndSession,
  logout,
  type PayloadOf,
  refreshToken,
  RefreshSession,
  register,
  resendCode,
  SatchelError,
  type SessionTokens,
  type SignInStatus,
  StartSignIn,
  texts,
  type TokenResponse,
  verifyEmail,
  VerifyCode,
} from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Perform } from "../commands.ts";
import { publicRoute } from "../http/route.ts";
import type { Session, VerifyAccessToken } from "../sessions/access-token.ts";
import type { SessionCookies } from "../sessions/cookies.ts";
import { localeOf } from "../sessions/locale.ts";
import type { Tables } from "../tables.ts";

export interface AuthOptions {
  readonly commands: CommandClient;
  readonly perform: Perform;
  readonly tables: Tables;
  readonly cookies: SessionCookies;
  readonly verify: VerifyAccessToken;
  readonly perMinute: number;
  readonly logger: Logger;
}

const MINUTE_MS = 60_000;

const LOGGED_IN: SignInStatus = { status: "logged_in" };

/** Signing in and out. */
export async function authRoutes(app: FastifyInstance, options: AuthOptions): Promise<void> {
  const { commands, perform, tables, cookies, perMinute } = options;

  // A coarse limit in this process alone, so that one client can't keep it busy. The limits that protect accounts and
  // mailboxes (codes per address, guesses per code) hold over all replicas and are identity's.
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: MINUTE_MS,
    errorResponseBuilder: (_request, { ttl }) =>
      new SatchelError("limited", texts.server.tooMany, { retryAfter: Math.ceil(ttl / 1000) }),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  });

  publicRoute(app, register, async ({ body, session, request }) => {
    if (session?.verified === true && (await isPrimaryAddress(tables, session, body.email))) {
      return { status: 200, body: LOGGED_IN };
    }
    const { result } = await commands.send(StartSignIn, signIn(body.email, request));
    return { status: 200, body: result };
  });

  publicRoute(app, resendCode, async ({ body, request }) => {
    const { result } = await commands.send(StartSignIn, signIn(body.email, request));
    return { status: 200, body: result };
  });

  publicRoute(app, verifyEmail, async ({ body, reply }) => {
    const { email, code, stay_logged_in: stayLoggedIn = true } = body;
    const { result, headers } = await perform(VerifyCode, {
      email,
      code,
      stayLoggedIn,
      client: "unknown",
      device: "",
    });
    cookies.set(reply, result);
    return { status: 200, body: tokenResponse(result), headers };
  });

  publicRoute(app, refreshToken, async ({ request, reply }) => {
    const token = presentedRefreshToken(cookies, request);
    if (token === undefined) throw new SatchelError("unauthenticated", texts.session.missing);
    const { result } = await commands.send(RefreshSession, { refreshToken: token });
    cookies.set(reply, result);
    return { status: 200, body: tokenResponse(result) };
  });

  publicRoute(app, logout, async ({ session, request, reply }) => {
    cookies.clear(reply);
    await endSession(options, session, presentedRefreshToken(cookies, request)).catch((err: unknown) =>
      options.logger.warn({ err }, "a session could not be ended; it runs out by itself"),
    );
    return { status: 204, body: null };
  });
}

const silent = {
  "x-ratelimit-limit": false,
  "x-ratelimit-remaining": false,
  "x-ratelimit-reset": false,
  "retry-after": false,
};

const signIn = (email: string, request: FastifyRequest): PayloadOf<typeof StartSignIn> => ({
  email,
  locale: localeOf(request.headers["accept-language"]),
  client: "unknown",
});

const tokenResponse = ({ accessToken }: SessionTokens): TokenResponse => ({
  access_token: accessToken,
  token_type: "bearer",
});

async function isPrimaryAddress(tables: Tables, session: Session, email: string): Promise<boolean> {
  const address = normaliseAddress(email);
  if (address === undefined) return false;
  const user = await tables.findUser(session.userId);
  return user?.sender_emails[0]?.email === address;
}

/** Characters of a refresh token at most, as the command takes it; a longer one is none of ours. */
const REFRESH_TOKEN_CHARS = 500;

function presentedRefreshToken(cookies: SessionCookies, request: FastifyRequest): string | undefined {
  const token = cookies.refreshToken(request);
  return token === undefined || token.length > REFRESH_TOKEN_CHARS ? undefined : token;
}

/**
 * Ends the session that the access token names. Where that has run out, the refresh token still stands for a session
 * that would live on: it is renewed once more, to know which one to end.
 */
async function endSession(
  { commands, verify }: AuthOptions,
  session: Session | undefined,
  token: string | undefined,
): Promise<void> {
  let ending = session;
  if (ending === undefined && token !== undefined) {
    const { result } = await commands.send(RefreshSession, { refreshToken: token });
    ending = await verify(result.accessToken);
  }
  if (ending === undefined) return;
  await commands.send(EndSession, { userId: ending.userId, sessionId: ending.sessionId });
}
