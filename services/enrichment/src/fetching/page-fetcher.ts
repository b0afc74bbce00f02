import { setMaxListeners } from "node:events";
import { FETCH_MS } from "@satchel/contracts";
import { FOLLOW_UP_WAIT_MS } from "../limits.ts";
import { RefusalFault } from "./arrival.ts";
import { FetchFault, failureFrom } from "./fetch-failure.ts";
import type { FetchedPage, FetchOptions, FetchResult, PageFetcher, Redirect } from "./fetch-result.ts";
import type { Dial } from "./guarded-connector.ts";
import { createHostPlaces, type HostPlaces, openSeat } from "./host-places.ts";
import { createHostResolver } from "./host-resolver.ts";
import type { SharedAnswers } from "./shared-answers.ts";
import { visitShared } from "./shared-visit.ts";
import { limitTime } from "./time-limit.ts";
import { createUrlPolicy } from "./url-policy.ts";
import { hostOf, type Visit, visit } from "./visit.ts";

export type {
  FailedFetch,
  FetchedPage,
  FetchOptions,
  FetchResult,
  PageFetcher,
  Redirect,
  Validators,
} from "./fetch-result.ts";

export type FetcherOptions = {
  /** Exact `host:port` pairs that may be fetched although their address is private (`FETCH_ALLOW`). */
  allow: readonly string[];
  /** Resolvers to ask, `ip` or `ip:port`; none: the system's (`DNS_SERVERS`). */
  dnsServers: readonly string[];
  /** The User-Agent field: the product's name and where its operators can be reached. */
  userAgent: string;
  /** Who may connect to which host now. Default: places of this process alone. */
  places?: HostPlaces;
  /** Answers that workers share. Default: none. */
  shared?: SharedAnswers;
  /** Milliseconds for one page in all, from its turn at the host on. Default {@link FETCH_MS}. */
  timeLimitMs?: number;
  /** PEM certificates to trust instead of Node's own list. */
  ca?: readonly string[];
  /** Replaces the opening of TCP connections, in tests only. */
  dial?: Dial;
};

/**
 * Makes the only client in the system that fetches what users point to (threat: server-side request forgery).
 * It honours no proxy settings, keeps no cookies beyond one fetch, follows few redirects and checks each anew.
 * @throws TypeError when an entry of `allow` or `dnsServers` can't be read
 */
export function createFetcher(options: FetcherOptions): PageFetcher {
  const { userAgent, places = createHostPlaces(), shared, timeLimitMs = FETCH_MS, ca, dial } = options;
  const policy = createUrlPolicy(options.allow);
  const resolver = createHostResolver(options.dnsServers);
  const visiting = { policy, resolver, ca, dial, userAgent };
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // each fetch under way listens
  const underWay = new Set<Promise<FetchResult>>();
  const tooLate = () => new FetchFault("timeout", `not done within ${timeLimitMs} ms`);

  async function fetchNow(url: string, wanted: FetchOptions): Promise<FetchResult> {
    const redirects: Redirect[] = [];
    const all = limitTime(FOLLOW_UP_WAIT_MS + timeLimitMs, tooLate, closing.signal, wanted.signal);
    const seat = openSeat(places, { followUp: wanted.followUp ?? false, signal: all.signal });
    try {
      const start = policy.check(url);
      await seat.at(hostOf(visiting, start));
      return await inTime({ start, wanted, seat, redirects, signal: all.signal });
    } catch (error) {
      const failure = failureFrom(all.signal.aborted ? all.signal.reason : error);
      const isRefusal = failure.reason === "http-status" && error instanceof RefusalFault;
      return { ...failure, redirects, ...(isRefusal ? { refused: error.page } : {}) };
    } finally {
      seat.leave();
      all.clear();
    }
  }

  async function inTime(journey: Visit): Promise<FetchedPage> {
    const limit = limitTime(timeLimitMs, tooLate, journey.signal);
    const limited = { ...journey, signal: limit.signal };
    const fetchIt = () => visit(visiting, limited);
    try {
      if (shared === undefined || !isShareable(journey.wanted)) return await fetchIt();
      return await visitShared(shared, requestOf(journey), {
        fetchIt,
        isFollowUp: journey.wanted.followUp ?? false,
        signal: limit.signal,
      });
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      limit.clear();
    }
  }

  return {
    fetchPage(url, wanted) {
      const result: Promise<FetchResult> = fetchNow(url, wanted).finally(() => underWay.delete(result));
      underWay.add(result);
      return result;
    },
    async close() {
      closing.abort();
      resolver.close();
      await Promise.all(underWay);
    },
  };
}

/** A fetcher with other defaults; what a caller gives comes first. Closing it closes the one it stands on. */
export function fetchingWith(fetcher: PageFetcher, defaults: Partial<FetchOptions>): PageFetcher {
  return { ...fetcher, fetchPage: (url, options) => fetcher.fetchPage(url, { ...defaults, ...options }) };
}

function isShareable({ share = false, method = "GET", readBody = true, conditional }: FetchOptions): boolean {
  return share && method === "GET" && readBody && conditional === undefined;
}

/** Everything an answer depends on. */
function requestOf({ start, wanted }: Visit): string {
  const { accept, read, sniffed, maxBytes, cut, refreshOf } = wanted;
  return JSON.stringify([start.href, accept, read, sniffed?.types, maxBytes, cut, refreshOf !== undefined]);
}
