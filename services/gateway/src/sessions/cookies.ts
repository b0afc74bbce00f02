import { type SessionTokens, SSO_FLOW_CHARS, SSO_SECONDS } from "@satchel/contracts";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The cookie that announces a session, and how long it does: until the page has loaded. */
const ARRIVAL = "satchel_arrival";
const ANNOUNCED_SECONDS = 60;

/** The cookies that hold a session in a browser. */
export interface SessionCookies {
  /** Name of the cookie that holds the access token. */
  readonly accessName: string;
  /** Sets a session's tokens; without "stay logged in" they end with the browser (no Max-Age). */
  set(reply: FastifyReply, tokens: SessionTokens): void;
  clear(reply: FastifyReply): void;
  /**
   * Tells the page's script, which can't read the others, that a session began while it was not open, and whether it
   * outlives the browser. The page removes it.
   */
  announce(reply: FastifyReply, stayLoggedIn: boolean): void;
  accessToken(request: FastifyRequest): string | undefined;
  refreshToken(request: FastifyRequest): string | undefined;
}

/** The cookie of a single sign-on in progress: it binds its answer to the browser that began it. */
export interface FlowCookie {
  set(reply: FastifyReply, flow: string): void;
  clear(reply: FastifyReply): void;
  flow(request: FastifyRequest): string | undefined;
}

/**
 * As the session's cookies: no script reads it. `Lax`, because the browser comes back from another site, and under the
 * prefix that keeps neighbouring hosts from setting it: with a flow of theirs, a visitor would be signed in as them.
 */
export function flowCookie(secure: boolean): FlowCookie {
  const name = secure ? "__Host-satchel_sso" : "satchel_sso";
  const options = { httpOnly: true, sameSite: "lax", secure, path: "/" } as const;
  return {
    set: (reply, flow) => void reply.setCookie(name, flow, { ...options, maxAge: SSO_SECONDS }),
    clear: (reply) => void reply.setCookie(name, "", { ...options, maxAge: 0 }),
    flow: (request) => {
      const flow = request.cookies[name];
      return flow === undefined || flow.length > SSO_FLOW_CHARS ? undefined : flow;
    },
  };
}

/**
 * Cookies of a site. No script can read them, and they are sent within the site only. Over https their names begin with
 * `__Host-` (RFC 6265bis section 4.1.3), so that no neighbouring host can set its own: with a refresh token of its session
 * a visitor would go on as somebody else. `__Secure-` would not do: a neighbour can set such a cookie for all of the domain.
 */
export function sessionCookies(secure: boolean): SessionCookies {
  const access = {
    name: secure ? "__Host-satchel_access" : "satchel_access",
    options: { httpOnly: true, sameSite: "lax", secure, path: "/" },
  } as const;
  // The refresh token is not needed with every call, but `__Host-` requires the path "/".
  const refresh = {
    name: secure ? "__Host-satchel_refresh" : "satchel_refresh",
    options: { httpOnly: true, sameSite: "lax", secure, path: secure ? "/" : "/api/auth" },
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
    announce: (reply, stayLoggedIn) => {
      const options = { sameSite: "lax", secure, path: "/", maxAge: ANNOUNCED_SECONDS } as const;
      reply.setCookie(ARRIVAL, stayLoggedIn ? "kept" : "brief", options);
    },
    accessToken: (request) => request.cookies[access.name],
    refreshToken: (request) => request.cookies[refresh.name],
  };
}
