import formbody from "@fastify/formbody";
import { normaliseAddress } from "@satchel/chassis";
import {
  EndSession,
  login,
  logout,
  refreshToken,
  RefreshSession,
  register,
  resendCode,
  ResendCode,
  SatchelError,
  type SessionTokens,
  type SignInStatus,
  SignInWithPassword,
  StartSignIn,
  texts,
  type TokenResponse,
  verifyEmail,
  VerifyCode,
} from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Parts } from "../http/parts.ts";
import { publicRoute } from "../http/route.ts";
import type { Session } from "../sessions/access-token.ts";
import type { SessionCookies } from "../sessions/cookies.ts";
import type { Tables } from "../queries/tables.ts";

const LOGGED_IN: SignInStatus = { status: "logged_in" };

export async function authRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { commands, perform, tables, cookies, callerOf } = parts;

  publicRoute(app, register, async ({ body, session, request }) => {
    const { email } = body;
    if (session?.verified === true && (await isOwnAddress(tables, session, email))) {
      return { status: 200, body: LOGGED_IN };
    }
    const { client, locale } = callerOf(request);
    const { result } = await commands.send(StartSignIn, { email, client, locale });
    return { status: 200, body: result };
  });

  publicRoute(app, resendCode, async ({ body, request }) => {
    const { client, locale } = callerOf(request);
    const { result } = await commands.send(ResendCode, { email: body.email, client, locale });
    return { status: 200, body: result };
  });

  publicRoute(app, verifyEmail, async ({ body, request, reply }) => {
    const { email, code, stay_logged_in: stayLoggedIn = true } = body;
    const { client, device } = callerOf(request);
    const { result, headers } = await perform(VerifyCode, { email, code, stayLoggedIn, client, device });
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
    await endSession(parts, session, presentedRefreshToken(cookies, request)).catch((err: unknown) =>
      parts.logger.warn({ err }, "a session could not be ended; it will expire"),
    );
    return { status: 204, body: null };
  });

  await app.register(loginRoute, parts);
}

/** Signing in by password, in a scope of its own: it is the one call that accepts a form (RFC 6749 section 4.3.2). */
async function loginRoute(app: FastifyInstance, { perform, cookies, callerOf }: Parts): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  publicRoute(app, login, async ({ body, request, reply }) => {
    const { username: email, password = "", stay_logged_in = "true" } = body;
    const { result, headers } = await perform(SignInWithPassword, {
      email,
      // A form sends empty fields as well.
      ...(password === "" ? {} : { password }),
      stayLoggedIn: stay_logged_in === "true",
      ...callerOf(request),
    });
    cookies.set(reply, result);
    return { status: 200, body: tokenResponse(result), headers };
  });
}

/** A session's token for callers without cookies. */
export const tokenResponse = ({ accessToken }: SessionTokens): TokenResponse => ({
  access_token: accessToken,
  token_type: "bearer",
});

/** Whether an address is one of the session's account. A pending one is not: it may belong to somebody else. */
async function isOwnAddress(tables: Tables, session: Session, email: string): Promise<boolean> {
  const address = normaliseAddress(email);
  if (address === undefined) return false;
  const user = await tables.findUser(session.userId);
  return user?.sender_emails.some((one) => one.is_confirmed && one.email === address) ?? false;
}

/** Characters of a refresh token at most, as in the command. */
const REFRESH_TOKEN_CHARS = 500;

function presentedRefreshToken(cookies: SessionCookies, request: FastifyRequest): string | undefined {
  const token = cookies.refreshToken(request);
  return token === undefined || token.length > REFRESH_TOKEN_CHARS ? undefined : token;
}

/** Ends the session of the access token. Where that has expired, the refresh token is used to find the session. */
async function endSession(
  { commands, verify }: Pick<Parts, "commands" | "verify">,
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
