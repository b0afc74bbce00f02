import { FETCH_HOPS } from "@satchel/contracts";
import type { Dispatcher } from "undici";
import { arrive } from "./arrival.ts";
import { type Connection, connectionTo } from "./connection.ts";
import { FetchFault } from "./fetch-failure.ts";
import { type FetchCookies, openFetchCookies } from "./fetch-cookies.ts";
import type { FetchedPage, FetchOptions, Redirect, Validators } from "./fetch-result.ts";
import type { ConnectorOptions } from "./guarded-connector.ts";
import type { Seat } from "./host-places.ts";
import { ACCEPTED_ENCODINGS } from "./response-body.ts";
import { conditionalFields, fieldOf, locationOf, refreshTarget, withoutFragment } from "./response-fields.ts";
import { destinationOf, type FetchableUrl } from "./url-policy.ts";

export type VisitOptions = Omit<ConnectorOptions, "signal"> & { userAgent: string };

/** One fetch over all its hops. */
export type Visit = {
  start: FetchableUrl;
  wanted: FetchOptions;
  /** The place at the host that is asked. */
  seat: Seat;
  /** Filled as they are followed, so that a failure tells them too. */
  redirects: Redirect[];
  signal: AbortSignal;
};

/**
 * Fetches a page and follows its redirects and quick refreshes, each checked anew, with the cookies of this fetch alone. A request has a connection of its own, or the one that was
 * left open with its place: that leads to an address which was checked, and ends before others have the place.
 * @throws FetchFault, the signal's reason, or an error of the client
 */
export async function visit(options: VisitOptions, { start, wanted, seat, redirects, signal }: Visit) {
  const { policy } = options;
  const began = performance.now();
  // Judged like any URL, so that both are spelled alike.
  const known = wanted.conditional && policy.check(wanted.conditional.url ?? start).href;
  const cookies = openFetchCookies();
  for (let url = start; ; ) {
    await seat.at(hostOf(options, url));
    signal.throwIfAborted();
    const conditional = known === url.href ? wanted.conditional : undefined;
    const { response, connection } = await ask(options, { url, wanted, seat, signal, conditional, cookies });
    let isLeftOpen = false;
    try {
      response.body.on("error", () => {}); // leaving early is reported as an error, to nobody's use
      cookies.keep(url, response.headers);
      let next: URL;
      if (!isRedirect(response.statusCode)) {
        const page = await arrive(response, {
          url,
          redirects,
          wanted,
          isConditional: conditional !== undefined,
          began,
        });
        const refreshed = refreshOf(page, { field: fieldOf(response.headers, "refresh"), url, redirects, wanted });
        if (refreshed === undefined) {
          // What was not read to its end would come before the next answer.
          isLeftOpen = seat.keepsConnection() && response.body.readableEnded;
          if (isLeftOpen) seat.leaveOpen(connection);
          return page;
        }
        next = refreshed;
      } else {
        if (redirects.length === FETCH_HOPS) {
          throw new FetchFault("too-many-redirects", `more than ${FETCH_HOPS} redirects`);
        }
        next = locationOf(response.headers, url);
      }
      const redirect: Redirect = {
        url: url.href,
        status: response.statusCode,
        permanent: isPermanent(response.statusCode),
      };
      redirects.push(redirect);
      url = policy.check(next);
      redirect.to = url.href;
    } finally {
      if (!isLeftOpen) await connection.end();
    }
  }
}

/**
 * Where a page sends its readers on to by itself, of all addresses that it may name the header's first. Not to where this
 * fetch has been, and not beyond its hops: then this page is the one that was looked for.
 */
function refreshOf(
  page: FetchedPage,
  { field, url, redirects, wanted }: Pick<Visit, "redirects" | "wanted"> & { field: string; url: URL },
): URL | undefined {
  if (page.notModified || redirects.length === FETCH_HOPS) return undefined;
  const declared = field === "" ? wanted.refreshOf?.(page) : { content: field, isNoscript: false };
  const target = declared && refreshTarget(declared.content, url);
  if (target === undefined) return undefined;
  // On its own host a page without JavaScript mostly says that JavaScript is needed.
  if (declared?.isNoscript === true && target.host === url.host) return undefined;
  const been = redirects.map((redirect) => withoutFragment(new URL(redirect.url)));
  return been.includes(withoutFragment(target)) ? undefined : target;
}

/** The name under which connections are counted: the host, and one that the operator allowed with its port. */
export function hostOf({ policy }: Pick<VisitOptions, "policy">, url: FetchableUrl): string {
  const destination = destinationOf(url);
  return policy.isAllowed(destination) ? `${destination.hostname}:${destination.port}` : destination.hostname;
}

type Question = Pick<Visit, "wanted" | "seat" | "signal"> & {
  url: FetchableUrl;
  conditional: Validators | undefined;
  cookies: FetchCookies;
};

type Answer = { response: Dispatcher.ResponseData; connection: Connection };

/** Asks over the connection that was left open; where that was closed meanwhile, or there is none, over a new one. */
async function ask(options: VisitOptions, question: Question): Promise<Answer> {
  const { url, seat, signal } = question;
  const left = seat.takeConnection(url.origin);
  if (left !== undefined) {
    try {
      return await askOver(left, options, question);
    } catch {
      signal.throwIfAborted();
    }
  }
  return askOver(connectionTo(url, { ...options, signal }), options, question);
}

async function askOver(connection: Connection, options: VisitOptions, question: Question): Promise<Answer> {
  const { url, wanted, seat, signal } = question;
  try {
    const response = await connection.client.request({
      path: url.pathname + url.search,
      method: wanted.method ?? "GET",
      headers: headersOf(options, question),
      reset: !seat.keepsConnection(),
      signal,
    });
    return { response, connection };
  } catch (error) {
    await connection.end();
    throw error;
  }
}

function headersOf({ userAgent }: VisitOptions, { url, wanted: { accept }, conditional, cookies }: Question) {
  const cookie = cookies.fieldFor(url);
  return {
    "user-agent": userAgent,
    accept: accept.join(", "),
    "accept-encoding": ACCEPTED_ENCODINGS,
    "accept-language": "en, *;q=0.5",
    ...(conditional === undefined ? {} : conditionalFields(conditional)),
    ...(cookie === undefined ? {} : { cookie }),
  };
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

function isPermanent(status: number): boolean {
  return status === 301 || status === 308;
}
