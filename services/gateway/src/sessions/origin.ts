import { isLoopback } from "@satchel/chassis";
import type { Method } from "@satchel/contracts";
import { hostnameOf } from "../http/hosts.ts";

/** What tells whether another site made a request. */
export interface RequestOrigin {
  readonly method: Method;
  /** Whether it has session cookies, which browsers send for any site's requests. */
  readonly cookies: boolean;
  /** Whether it has a token that only its owner can send: then no other site can have made it. */
  readonly bearer: boolean;
  /** Whether it is a call of /api/auth/, which another site must not make in a visitor's name either: login CSRF. */
  readonly signIn: boolean;
  /** Sec-Fetch-Site (W3C Fetch Metadata), which a page can't forge. */
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether another site may have made a request. Only requests that change something are checked, and only those of
 * browsers: they have cookies, or headers that no script can set.
 * @param site the origin in the browser
 */
export function isForged(request: RequestOrigin, site: string): boolean {
  const { method, cookies, bearer, signIn, fetchSite, origin } = request;
  if (method === "GET" || bearer) return false;
  const byBrowser = fetchSite !== undefined || origin !== undefined;
  if (!cookies && !(signIn && byBrowser)) return false;
  if (fetchSite !== undefined) return fetchSite !== "same-origin";
  return origin === undefined || !isOwnOrigin(origin, site, request.host);
}

/** The public origin, or on this machine the requested one: `localhost` and `127.0.0.1` are both right there. */
export function isOwnOrigin(origin: string, site: string, host: string | undefined): boolean {
  if (origin === site) return true;
  return host !== undefined && isLoopback(hostnameOf(host)) && origin === `http://${host}`;
}
