import { setMaxListeners } from "node:events";
import { connectionTo } from "./connection.ts";
import { FetchFault, type FetchFailure, failureFrom } from "./fetch-failure.ts";
import type { Dial } from "./guarded-connector.ts";
import { createHostResolver } from "./host-resolver.ts";
import { readBody } from "./response-body.ts";
import { fieldOf, retryAfterMs } from "./response-fields.ts";
import { limitTime } from "./time-limit.ts";
import { createUrlPolicy } from "./url-policy.ts";

interface PosterOptions {
  /** Exact `host:port` pairs that may be posted to although their address is private (`WEBHOOK_ALLOW`). */
  readonly allow: readonly string[];
  readonly dnsServers: readonly string[];
  readonly userAgent: string;
  /** Milliseconds for one request, from the look-up of the name to the end of the answer. */
  readonly timeLimitMs: number;
  /** Octets of an answer that are read. */
  readonly answerBytes: number;
  /** Replaces the opening of TCP connections, in tests only. */
  readonly dial?: Dial;
}

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** An answer of any status; a redirect is one, and is not followed. */
interface PostAnswer {
  readonly ok: true;
  readonly status: number;
  /** The beginning of its content; invalid UTF-8 is replaced. */
  readonly answer: string;
  readonly retryAfterMs?: number;
}

export interface Poster {
  /** Posts once. Ordinary failures are results, so nothing is thrown. */
  post(request: PostRequest): Promise<PostAnswer | FetchFailure>;
  /** Ends requests in progress as `aborted`. */
  close(): Promise<void>;
}

/**
 * Creates the client that posts to addresses of webhooks. It has the guard of the fetcher of pages: the address is checked,
 * the connection goes to a checked address, and its peer is compared. No cookies, no redirects, a connection for each.
 * @throws TypeError when an entry of `allow` or `dnsServers` is invalid
 */
export function createPoster(options: PosterOptions): Poster {
  const { userAgent, timeLimitMs, answerBytes, dial } = options;
  const policy = createUrlPolicy(options.allow);
  const resolver = createHostResolver(options.dnsServers);
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // each request under way listens
  const underWay = new Set<Promise<unknown>>();
  const tooLate = () => new FetchFault("timeout", `no answer within ${timeLimitMs} ms`);

  async function ask({ url: text, headers, body }: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
    const url = policy.check(text);
    const connection = connectionTo(url, { policy, resolver, signal, ...(dial === undefined ? {} : { dial }) });
    try {
      const response = await connection.request({
        path: url.pathname + url.search,
        method: "POST",
        headers: { ...headers, "user-agent": userAgent, "accept-encoding": "identity" },
        body,
        signal,
      });
      response.body.on("error", () => {}); // an early end is reported as an error, which is irrelevant here
      const later = retryAfterMs(response.headers, Date.now());
      const encoding = fieldOf(response.headers, "content-encoding");
      // The status counts, also where the content can't be read.
      const { bytes } = await readBody(response.body, encoding, { maxBytes: answerBytes, cut: true }).catch(() => {
        signal.throwIfAborted();
        return { bytes: new Uint8Array(0) };
      });
      const answer = new TextDecoder().decode(bytes);
      return {
        ok: true,
        status: response.statusCode,
        answer,
        ...(later === undefined ? {} : { retryAfterMs: later }),
      };
    } finally {
      await connection.end();
    }
  }

  async function postNow(request: PostRequest): Promise<PostAnswer | FetchFailure> {
    const limit = limitTime(timeLimitMs, tooLate, closing.signal);
    try {
      return await ask(request, limit.signal);
    } catch (error) {
      return failureFrom(limit.signal.aborted ? limit.signal.reason : error);
    } finally {
      limit.clear();
    }
  }

  return {
    post(request) {
      const result = postNow(request).finally(() => underWay.delete(result));
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
