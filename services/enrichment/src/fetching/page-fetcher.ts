import { FETCH_HOPS, FETCH_MS } from "@satchel/contracts";
import { Agent, type Dispatcher, request } from "undici";
import { isAccepted, parseContentType } from "../content-type.ts";
import { type FetchFailure, FetchFault, failureFrom } from "./fetch-failure.ts";
import { createGuardedConnector, type Dial } from "./guarded-connector.ts";
import { createHostResolver } from "./host-resolver.ts";
import { ACCEPTED_ENCODINGS, readBody } from "./response-body.ts";
import { limitTime } from "./time-limit.ts";
import { createUrlPolicy, type FetchableUrl } from "./url-policy.ts";

/** Octets of a response header: twice what large sites send, far below what hurts. */
const HEADER_BYTES = 64 * 1024;

export type FetcherOptions = {
  /** Exact `host:port` pairs that may be fetched although their address is private (`FETCH_ALLOW`). */
  allow: readonly string[];
  /** Resolvers to ask, `ip` or `ip:port`; none: the system's (`DNS_SERVERS`). */
  dnsServers: readonly string[];
  /** The User-Agent field: the product's name and where its operators can be reached. */
  userAgent: string;
  /** Milliseconds for one page in all. Default {@link FETCH_MS}. */
  timeLimitMs?: number;
  /** PEM certificates to trust instead of Node's own list. */
  ca?: readonly string[];
  /** Replaces the opening of TCP connections, in tests only. */
  dial?: Dial;
};

export type FetchOptions = {
  /** Media ranges that are wanted; an answer of another kind is left unread. Sent as the Accept field. */
  accept: readonly string[];
  /** Octets of the content at most, after decompression. */
  maxBytes: number;
  /** Gives the fetch up: it then ends as `aborted`. */
  signal?: AbortSignal;
};

export type FetchedPage = {
  ok: true;
  /** Where the redirects ended. */
  finalUrl: string;
  status: number;
  /** The media type in lower case, without parameters; empty if the server named none. */
  contentType: string;
  charset?: string;
  bytes: Uint8Array;
  /** How many redirects were followed. */
  hops: number;
};

export type FetchResult = FetchedPage | FetchFailure;

export type PageFetcher = {
  /** Fetches one URL. Ordinary failures are results, so nothing is thrown. */
  fetchPage(url: string, options: FetchOptions): Promise<FetchResult>;
  /** Ends all connections; fetches still under way end as `aborted`. */
  close(): Promise<void>;
};

/**
 * Makes the only client in the system that fetches what users point to (threat: server-side request forgery).
 * It honours no proxy settings, keeps no cookies and follows at most {@link FETCH_HOPS} redirects, each checked anew.
 * @throws TypeError when an entry of `allow` or `dnsServers` can't be read
 */
export function createFetcher(options: FetcherOptions): PageFetcher {
  const { userAgent, timeLimitMs = FETCH_MS, ca, dial } = options;
  const policy = createUrlPolicy(options.allow);
  const resolver = createHostResolver(options.dnsServers);
  const closing = new AbortController();
  const agent = new Agent({
    connect: createGuardedConnector({ policy, resolver, closing: closing.signal, ca, dial }),
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: timeLimitMs,
    bodyTimeout: timeLimitMs,
  });

  async function follow(start: string, { accept, maxBytes }: FetchOptions, signal: AbortSignal): Promise<FetchedPage> {
    let url = policy.check(start);
    for (let hops = 0; ; hops++) {
      signal.throwIfAborted();
      const response = await request(url, {
        dispatcher: agent,
        signal,
        headers: {
          "user-agent": userAgent,
          accept: accept.join(", "),
          "accept-encoding": ACCEPTED_ENCODINGS,
          "accept-language": "en, *;q=0.5",
        },
      });
      try {
        if (!isRedirect(response.statusCode)) return await read(response, { url, hops, accept, maxBytes });
        if (hops === FETCH_HOPS) {
          throw new FetchFault("too-many-redirects", `more than ${FETCH_HOPS} redirects`);
        }
        url = policy.check(locationOf(response, url));
      } finally {
        discard(response);
      }
    }
  }

  return {
    async fetchPage(url, fetchOptions) {
      const tooLate = new FetchFault("timeout", `not done within ${timeLimitMs} ms`);
      const limit = limitTime(timeLimitMs, tooLate, fetchOptions.signal);
      try {
        return await follow(url, fetchOptions, limit.signal);
      } catch (error) {
        return failureFrom(limit.signal.aborted ? limit.signal.reason : error);
      } finally {
        limit.clear();
      }
    },
    async close() {
      closing.abort();
      resolver.close();
      await agent.destroy();
    },
  };
}

async function read(
  response: Dispatcher.ResponseData,
  { url, hops, accept, maxBytes }: { url: FetchableUrl; hops: number; accept: readonly string[]; maxBytes: number },
): Promise<FetchedPage> {
  const status = response.statusCode;
  if (status < 200 || status > 299) throw new FetchFault("http-status", `the server answered ${status}`, status);
  const { mediaType, charset } = parseContentType(field(response, "content-type"));
  if (mediaType !== "" && !isAccepted(mediaType, accept)) {
    throw new FetchFault("unsupported-content", "the content is of another kind than was asked for");
  }
  const bytes = await readBody(response.body, field(response, "content-encoding"), maxBytes);
  return {
    ok: true,
    finalUrl: url.href,
    status,
    contentType: mediaType,
    ...(charset === undefined ? {} : { charset }),
    bytes,
    hops,
  };
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** @throws FetchFault `bad-redirect` unless there is exactly one Location that is a URL (RFC 9110 section 10.2.2) */
function locationOf(response: Dispatcher.ResponseData, base: URL): URL {
  const location = response.headers["location"];
  if (typeof location !== "string" || !URL.canParse(location, base.href)) {
    throw new FetchFault("bad-redirect", "the redirect does not say where to");
  }
  return new URL(location, base);
}

function field(response: Dispatcher.ResponseData, name: string): string {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** Leaves a body that is not wanted (any more); one that was read to its end keeps its connection. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => {}); // leaving early is reported as an error, to nobody's use
  body.destroy();
}
