import { setMaxListeners } from "node:events";
import { FETCH_HOPS, FETCH_MS } from "@satchel/contracts";
import { RefusalFault } from "./arrival.ts";
import { FetchFault, failureFrom } from "./fetch-failure.ts";
import type { FetchOptions, FetchResult, PageFetcher, Redirect } from "./fetch-result.ts";
import type { Dial } from "./guarded-connector.ts";
import { createHostResolver } from "./host-resolver.ts";
import { createHostSlots } from "./host-slots.ts";
import { limitTime } from "./time-limit.ts";
import { createUrlPolicy } from "./url-policy.ts";
import { visit } from "./visit.ts";

export type FetcherOptions = {
  /** Exact `host:port` pairs that may be fetched although their address is private (`FETCH_ALLOW`). */
  allow: readonly string[];
  /** DNS servers, `ip` or `ip:port`; none: the system's (`DNS_SERVERS`). */
  dnsServers: readonly string[];
  /** The User-Agent field: the product's name, and an address of its operators. */
  userAgent: string;
  /** Ends waiting fetches when the process is stopping; those in progress go on. */
  stopping?: AbortSignal;
  /** Milliseconds for one page over all its hops, without the waits for slots. Default {@link FETCH_MS}. */
  timeLimitMs?: number;
  /** PEM certificates to trust instead of Node's own list. */
  ca?: readonly string[];
  /** Replaces the opening of TCP connections, in tests only. */
  dial?: Dial;
};

/**
 * Creates the system's only client for addresses that users choose (threat: server-side request forgery). It uses
 * no proxy settings, keeps no cookies beyond one fetch, follows few redirects and checks each.
 * @throws TypeError when an entry of `allow` or `dnsServers` is invalid
 */
export function createFetcher(options: FetcherOptions): PageFetcher {
  const { userAgent, stopping, timeLimitMs = FETCH_MS, ca, dial } = options;
  const policy = createUrlPolicy(options.allow);
  const resolver = createHostResolver(options.dnsServers);
  const slots = createHostSlots(stopping);
  const visiting = { policy, resolver, slots, ca, dial, userAgent, timeLimitMs };
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // each fetch under way listens
  const underWay = new Set<Promise<FetchResult>>();
  /** Includes the wait for a slot before every hop. */
  const allMs = timeLimitMs + (FETCH_HOPS + 1) * FETCH_MS;
  const tooLate = () => new FetchFault("timeout", `not done within ${allMs} ms`);

  async function fetchNow(url: string, wanted: FetchOptions): Promise<FetchResult> {
    const redirects: Redirect[] = [];
    const all = limitTime(allMs, tooLate, closing.signal, wanted.signal);
    try {
      return await visit(visiting, { start: policy.check(url), wanted, redirects, signal: all.signal });
    } catch (error) {
      const failure = failureFrom(all.signal.aborted ? all.signal.reason : error);
      const isRefusal = failure.reason === "http-status" && error instanceof RefusalFault;
      return { ...failure, redirects, ...(isRefusal ? { refused: error.page } : {}) };
    } finally {
      all.clear();
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
