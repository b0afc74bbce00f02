import type { FetchFailure } from "./fetch-failure.ts";

/** The version of an earlier answer (RFC 9110 section 8.8), as written there. */
export type Validators = {
  /** The ETag field, quotes and a leading `W/` included. */
  etag?: string;
  /** The Last-Modified field, an HTTP date. */
  lastModified?: string;
};

export type FetchOptions = {
  /** Media ranges for the Accept field; an answer of another type is not read. */
  accept: readonly string[];
  /** Octets of the content at most, after decompression. */
  maxBytes: number;
  /** The same for content of some media types; undefined: `maxBytes`. */
  maxBytesOf?: (mediaType: string) => number | undefined;
  /** Whether a larger content is truncated; else the fetch fails as `too-large`. Default false. */
  cut?: boolean;
  /** Whether a content that ends early, or not within the time of the fetch, is what came of it; else that fails. Default false. */
  takesPart?: boolean;
  /** `HEAD` asks for the header alone, and `bytes` is empty. Default `GET`. */
  method?: "GET" | "HEAD";
  /** False reads no content, and `bytes` is empty. Default true. */
  readBody?: boolean;
  /** Media ranges whose content is read; of other accepted ones only the header. Default: all accepted ones. */
  read?: readonly string[];
  /**
   * Media types of unknown content (`application/octet-stream`), and a function that decides by its first SNIFFED_BYTES, or
   * all if it is shorter, whether the rest is read.
   */
  sniffed?: { types: readonly string[]; isWanted: (start: Uint8Array) => boolean };
  /**
   * The refresh in a page's content (`<meta http-equiv="refresh">`), if any. One of a few seconds is followed as a
   * redirect, as in a header. Default: not searched.
   */
  refreshOf?: (page: FetchedPage) => DeclaredRefresh | undefined;
  /** Whether a page sent with 401, 402 or 403 is read, as {@link FailedFetch.refused}. Default false. */
  readRefused?: boolean;
  /**
   * Requests the content only if it has changed; else the result is {@link FetchedPage.notModified}. Validators belong to
   * one URL and are sent to it alone: `url` (the `finalUrl` of the fetch that received them), by default the fetch's first
   * URL.
   */
  conditional?: Validators & { url?: string };
  /** The owner of the fetch: owners take turns for a host. Default: one for all fetches without an owner. */
  owner?: string;
  /**
   * Whether it belongs to a page that was just fetched, such as its pictures: then it is never deferred as `host-busy`.
   * Default false.
   */
  followUp?: boolean;
  /** Aborts the fetch: it ends as `aborted`. */
  signal?: AbortSignal;
};

/** A refresh as written: seconds, `url=` and an address. */
export type DeclaredRefresh = {
  content: string;
  /** Whether only browsers without JavaScript follow it. */
  isNoscript: boolean;
};

/** One redirect or refresh that was followed, to the next one's `url`, or to the end of the fetch. */
export type Redirect = {
  url: string;
  /** Whether it is permanent (301 and 308, RFC 9110 section 15.4). */
  permanent: boolean;
  /** Its target; missing when that must not be fetched. */
  to?: string;
};

export type FetchedPage = Validators & {
  ok: true;
  /** The address at which the redirects ended. */
  finalUrl: string;
  /** 2xx; 304 when it is `notModified`; of {@link FailedFetch.refused} its own. */
  status: number;
  /** Whether the content is the one that `conditional` names; `bytes` is empty then. */
  notModified: boolean;
  /** The media type in lower case, without parameters; empty if the server named none. */
  contentType: string;
  charset?: string;
  bytes: Uint8Array;
  /** Octets of the whole content, read or not; missing where the server does not say. */
  size?: number;
  /** The file name in the header (RFC 6266). */
  fileName?: string;
  hops: number;
  redirects: readonly Redirect[];
};

/** A fetch without a page, with the redirects until then. */
export type FailedFetch = FetchFailure & {
  redirects: readonly Redirect[];
  /** The HTML page of the refusal, where `readRefused` is set. */
  refused?: FetchedPage;
};

export type FetchResult = FetchedPage | FailedFetch;

export type PageFetcher = {
  /** Fetches one URL. Ordinary failures are results, so nothing is thrown. */
  fetchPage(url: string, options: FetchOptions): Promise<FetchResult>;
  /** Ends all connections; fetches in progress end as `aborted`. */
  close(): Promise<void>;
};
