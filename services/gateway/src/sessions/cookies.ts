import type { SessionTokens } from "@satchel/contracts";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The cookies that hold a session in a browser. */
export interface SessionCookies {
  /** Name of the cookie that holds the access token. */
  readonly accessName: string;
  /** Sets a session's tokens; without "stay logged in" they end with the browser (no Max-Age). */
  set(reply: FastifyReply, tokens: SessionTokens): void;
  clear(reply: FastifyReply): void;
  accessToken(request: FastifyRequest): string | undefined;
  refreshToken(request: FastifyRequest): string | undefined;
}

/**
 * Cookies of a site. No script can read them, and they are sent within the site only. Over https their names begin with
 * the prefixes of RFC 6265bis section 4.1.3, so that no neighbouring host can set its own.
 */
export function sessionCookies(secure: boolean): SessionCookies {
  const access = {
    name: secure ? "__Host-satchel_access" : "satchel_access",
    options: { httpOnly: true, sameSite: "lax", secure, path: "/" },
  } as const;
  // `__Host-` requires the path "/"; the refresh token is not needed with every call.
  const refresh = {
    name: secure ? "__Secure-satchel_refresh" : "satchel_refresh",
    options: { httpOnly: true, sameSite: "lax", secure, path: "/api/auth" },
  } as const;

  return {
    accessName: access.name,
    set: (reply, { accessToken, accessSeconds, refreshToken, refreshSeconds, stayLoggedIn }) => {
      const life = (maxAge: number): { maxAge?: number } => (stayLoggedIn ? { maxAge } : {});
      reply.setCookie(access.name, accessToken, { ...access.options, ...life(accessSeconds) });
      reply.setCookie(refresh.name, refreshToken, { ...refresh.options, ...life(refreshSeconds) });
    },
    clear: (reply) => {
      for (const { name, options } of [access, refresh]) reply.setCookie(name, "", { ...options, maxAge: 0 });
    },
    accessToken: (request) => request.cookies[access.name],
    refreshToken: (request) => request.cookies[refresh.name],
  };
}
