import { FETCH_HOPS } from "@satchel/contracts";
import { arrive } from "./arrival.ts";
import { connectionTo } from "./connection.ts";
import { FetchFault } from "./fetch-failure.ts";
import { type FetchCookies, openFetchCookies } from "./fetch-cookies.ts";
import type { FetchedPage, FetchOptions, Redirect, Validators } from "./fetch-result.ts";
import type { ConnectorOptions } from "./guarded-connector.ts";
import type { HostSlots } from "./host-slots.ts";
import { ACCEPTED_ENCODINGS } from "./response-body.ts";
import { conditionalFields, fieldOf, locationOf, refreshTarget, withoutFragment } from "./response-fields.ts";
import { limitTime } from "./time-limit.ts";
import { destinationOf, type FetchableUrl } from "./url-policy.ts";

type VisitOptions = Omit<ConnectorOptions, "signal"> & {
  slots: HostSlots;
  userAgent: string;
  /** Milliseconds of all hops together, without the waits for slots. */
  timeLimitMs: number;
};

export type Visit = {
  start: FetchableUrl;
  wanted: FetchOptions;
  /** Filled during the fetch, so that a failure has them too. */
  redirects: Redirect[];
  signal: AbortSignal;
};

/**
 * Fetches a page and follows its redirects and quick refreshes, checking each address, with cookies for this fetch only.
 * Each request has a slot of its host and its own connection.
 * @throws FetchFault, the signal's reason, or an error of the client
 */
export async function visit(options: VisitOptions, { start, wanted, redirects, signal }: Visit): Promise<FetchedPage> {
  const { policy, slots, timeLimitMs } = options;
  const { owner = "", followUp = false } = wanted;
  // Normalised like the URLs that it is compared with.
  const known = wanted.conditional && policy.check(wanted.conditional.url ?? start).href;
  const cookies = openFetchCookies();
  let leftMs = timeLimitMs;
  const tooLate = () => new FetchFault("timeout", `not done within ${timeLimitMs} ms`);

  /** Sends one request, within the remaining time. */
  async function hop(url: FetchableUrl): Promise<HopResult> {
    const began = performance.now();
    const limit = limitTime(leftMs, tooLate, signal);
    const conditional = known === url.href ? wanted.conditional : undefined;
    try {
      return await ask(options, { url, wanted, redirects, conditional, cookies, signal: limit.signal });
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      limit.clear();
      leftMs -= performance.now() - began;
    }
  }

  for (let url = start; ; ) {
    const turn = { owner, isFollowUp: followUp || redirects.length > 0, signal };
    const at = url;
    const arrived = await slots.run(hostOf(options, url), () => hop(at), turn);
    if ("page" in arrived) return arrived.page;
    const { status, next } = arrived;
    const redirect: Redirect = { url: url.href, permanent: isPermanent(status) };
    redirects.push(redirect);
    url = policy.check(next);
    redirect.to = url.href;
  }
}

/** The result of one request: the page, or the next address. */
type HopResult = { page: FetchedPage } | { status: number; next: URL };

type HopRequest = Omit<Visit, "start"> & {
  url: FetchableUrl;
  conditional: Validators | undefined;
  cookies: FetchCookies;
};

async function ask(options: VisitOptions, question: HopRequest): Promise<HopResult> {
  const { url, wanted, redirects, conditional, cookies, signal } = question;
  const connection = connectionTo(url, { ...options, signal });
  try {
    const response = await connection.request({
      path: url.pathname + url.search,
      method: wanted.method ?? "GET",
      headers: headersOf(options, question),
      signal,
    });
    response.body.on("error", () => {}); // an early end is reported as an error, which is irrelevant here
    cookies.keep(url, response.headers);
    const { statusCode: status, headers } = response;
    if (isRedirect(status)) {
      if (redirects.length < FETCH_HOPS) return { status, next: locationOf(headers, url) };
      throw new FetchFault("too-many-redirects", `more than ${FETCH_HOPS} redirects`);
    }
    const page = await arrive(response, { url, redirects, wanted, isConditional: conditional !== undefined });
    const next = refreshOf(page, { field: fieldOf(headers, "refresh"), url, redirects, wanted });
    return next === undefined ? { page } : { status, next };
  } finally {
    await connection.end();
  }
}

/**
 * The target of a page's refresh, in the header or else in the page. Undefined, so that this page is the result, if this
 * fetch has visited the target already or has no hops left.
 */
function refreshOf(
  page: FetchedPage,
  { field, url, redirects, wanted }: Pick<Visit, "redirects" | "wanted"> & { field: string; url: URL },
): URL | undefined {
  if (page.notModified || redirects.length === FETCH_HOPS) return undefined;
  const declared = field === "" ? wanted.refreshOf?.(page) : { content: field, isNoscript: false };
  const target = declared && refreshTarget(declared.content, url);
  if (target === undefined) return undefined;
  // A refresh without JavaScript on the same host mostly leads to a page that asks for JavaScript.
  if (declared?.isNoscript === true && target.host === url.host) return undefined;
  const been = redirects.map((redirect) => withoutFragment(new URL(redirect.url)));
  return been.includes(withoutFragment(target)) ? undefined : target;
}

/** The key by which connections are counted: the host; with its port if the operator allowed the pair. */
function hostOf({ policy }: Pick<VisitOptions, "policy">, url: FetchableUrl): string {
  const destination = destinationOf(url);
  return policy.isAllowed(destination) ? `${destination.hostname}:${destination.port}` : destination.hostname;
}

function headersOf({ userAgent }: VisitOptions, { url, wanted: { accept }, conditional, cookies }: HopRequest) {
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
