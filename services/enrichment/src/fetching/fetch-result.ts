import type { FetchFailure } from "./fetch-failure.ts";

/** What an earlier answer said about its version (RFC 9110 section 8.8), as it was written there. */
export type Validators = {
  /** The ETag field, quotes and a leading `W/` included. */
  etag?: string;
  /** The Last-Modified field, an HTTP date. */
  lastModified?: string;
};

export type FetchOptions = {
  /** Media ranges that are wanted; an answer of another kind is left unread. Sent as the Accept field. */
  accept: readonly string[];
  /** Octets of the content at most, after decompression. */
  maxBytes: number;
  /** Whether the beginning of a larger content is wanted; else it is a failure, `too-large`. Default false. */
  cut?: boolean;
  /** `HEAD` asks for the header alone, and `bytes` is empty. Default `GET`. */
  method?: "GET" | "HEAD";
  /** False leaves the content unread however large it is, and `bytes` is empty: is the page there? Default true. */
  readBody?: boolean;
  /**
   * Media ranges whose content is read. Of others that are accepted the content is left unread, however large: what the
   * header says is all that is wanted. Default: all that are accepted.
   */
  read?: readonly string[];
  /**
   * Media types by which a server says nothing (`application/octet-stream`), and whether a content of them is to be read
   * that begins so: its first SNIFFED_BYTES, or all of it if it is shorter.
   */
  sniffed?: { types: readonly string[]; isWanted: (start: Uint8Array) => boolean };
  /**
   * The refresh that a page says in its content (`<meta http-equiv="refresh">`); undefined: none. One of a few seconds is
   * followed as a redirect, as that of a header always is. Default: none is looked for.
   */
  refreshOf?: (page: FetchedPage) => DeclaredRefresh | undefined;
  /** Whether a page that came with 401, 402 or 403 is wanted: {@link FailedFetch.refused}. Default false. */
  readRefused?: boolean;
  /**
   * Asks for the content only if it has changed since: else the result is {@link FetchedPage.notModified}. Validators
   * mean something to the URL alone that gave them: they are sent to `url` (`finalUrl` of the fetch that brought them),
   * to the fetch's own first URL if it isn't given, and to no other.
   */
  conditional?: Validators & { url?: string };
  /** Whose fetch it is: owners who wait for the same host take turns. Default: one for all that names none. */
  owner?: string;
  /**
   * Belongs to a page that was just fetched, as its pictures do: is not deferred as `host-busy` because many wait already.
   * Default false.
   */
  followUp?: boolean;
  /** Gives the fetch up: it then ends as `aborted`. */
  signal?: AbortSignal;
};

/** A refresh as a page says it: seconds, `url=` and an address. */
export type DeclaredRefresh = {
  content: string;
  /** Whether only browsers without JavaScript follow it. */
  isNoscript: boolean;
};

/** One redirect or refresh that was followed. It led to the next one's `url`, the last one to the end of the fetch. */
export type Redirect = {
  /** The URL that answered so. */
  url: string;
  /** 3xx; of a refresh that of its page. */
  status: number;
  /** Whether its owner says that it has moved for good (301 and 308, RFC 9110 section 15.4). */
  permanent: boolean;
  /** Where it led; missing when that must not be asked. */
  to?: string;
};

export type FetchedPage = Validators & {
  ok: true;
  /** Where the redirects ended. */
  finalUrl: string;
  /** 2xx; 304 when it is `notModified`; of {@link FailedFetch.refused} its own. */
  status: number;
  /** True when the server says that the content is what `conditional` spoke of: `bytes` is empty. Never else. */
  notModified: boolean;
  /** The media type in lower case, without parameters; empty if the server named none. */
  contentType: string;
  charset?: string;
  bytes: Uint8Array;
  /** Octets of the whole content, read or not; missing where the server does not say. */
  size?: number;
  /** The name that the server gives the content as a file (RFC 6266). */
  fileName?: string;
  /** How many redirects were followed. */
  hops: number;
  /** Those redirects, in order. */
  redirects: readonly Redirect[];
};

/** A fetch that brought no page, with the redirects that were followed until then. */
export type FailedFetch = FetchFailure & {
  redirects: readonly Redirect[];
  /** The HTML page that came with the refusal, where `readRefused` asked for it. */
  refused?: FetchedPage;
};

export type FetchResult = FetchedPage | FailedFetch;

export type PageFetcher = {
  /** Fetches one URL. Ordinary failures are results, so nothing is thrown. */
  fetchPage(url: string, options: FetchOptions): Promise<FetchResult>;
  /** Ends all connections; fetches still under way end as `aborted`. */
  close(): Promise<void>;
};
