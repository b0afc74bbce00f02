/**
 * Why a page could not be fetched. Stable codes, in the journal and the metrics. `host-busy` is not an attempt: no request
 * was sent, and the fetch can be retried after `retryAfterMs`.
 */
type FetchFailureReason =
  | "aborted"
  | "bad-redirect"
  | "blocked-address"
  | "blocked-port"
  | "blocked-scheme"
  | "connect-failed"
  | "connection-lost"
  | "dns-failure"
  | "dns-temporary"
  | "host-busy"
  | "http-status"
  | "invalid-url"
  | "malformed-response"
  | "timeout"
  | "tls-failed"
  | "too-large"
  | "too-many-redirects"
  | "unsupported-content";

/**
 * A fetch without a page. `detail` is one sentence for the log or an operator and never contains a resolved address, so that
 * saved links can't be used to explore the server's network.
 */
export type FetchFailure = {
  ok: false;
  detail: string;
  retryable: boolean;
  /** Milliseconds before the next attempt: the server's Retry-After, at most a day, or until the host is less busy. */
  retryAfterMs?: number;
} & ({ reason: Exclude<FetchFailureReason, "http-status"> } | { reason: "http-status"; status: number });

/** Reasons that may be temporary. All others are final. */
const PASSING: ReadonlySet<FetchFailureReason> = new Set([
  "aborted",
  "connect-failed",
  "connection-lost",
  "dns-temporary",
  "host-busy",
  "timeout",
]);

/** Status codes of temporary refusals (RFC 9110 section 15, RFC 8470, RFC 6585). */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 421, 425, 429, 500, 502, 503, 504]);

/** Carries a failure up to the fetcher, which returns it; never leaves `fetching/`. */
export class FetchFault extends Error {
  readonly reason: FetchFailureReason;
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(reason: FetchFailureReason, detail: string, status = 0, retryAfterMs?: number) {
    super(detail);
    this.reason = reason;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The fault of an answer with an error status. @param retryAfterMs Retry-After, if sent */
export function statusFault(status: number, retryAfterMs?: number): FetchFault {
  return new FetchFault("http-status", `the server answered ${status}`, status, retryAfterMs);
}

/** Turns the error of a fetch into its result. An unexpected error counts as an unreadable answer. */
export function failureFrom(error: unknown): FetchFailure {
  const fault = error instanceof FetchFault ? error : faultFromClient(error);
  const { message: detail, reason, status, retryAfterMs } = fault;
  const later = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (reason === "http-status") {
    return { ok: false, reason, status, detail, retryable: isPassing(status), ...later };
  }
  return { ok: false, reason, detail, retryable: PASSING.has(reason), ...later };
}

function isPassing(status: number): boolean {
  // 520 to 529 are a large CDN's own codes for an origin that is temporarily unavailable.
  return PASSING_STATUSES.has(status) || (status >= 520 && status <= 529);
}

/** Messages of undici for a 100 Continue and a 101 Switching Protocols; their code is that of a lost connection. */
const UNEXPECTED_ANSWERS: ReadonlySet<string> = new Set(["bad response", "bad upgrade"]);

/** Errors of undici and of sockets by their code; their messages may hold addresses and are not passed on. */
function faultFromClient(error: unknown): FetchFault {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof Error && UNEXPECTED_ANSWERS.has(error.message)) {
    return new FetchFault("malformed-response", "the answer belongs to a question that was not asked");
  }
  switch (code) {
    case "UND_ERR_SOCKET":
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      return new FetchFault("connection-lost", "the connection ended before the answer did");
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
    case "ETIMEDOUT":
      return new FetchFault("timeout", "the server stopped answering");
    case "UND_ERR_HEADERS_OVERFLOW":
      return new FetchFault("malformed-response", "the response header is too large");
    case "UND_ERR_DESTROYED":
    case "UND_ERR_CLOSED":
    case "UND_ERR_ABORTED":
      return new FetchFault("aborted", "the fetch was given up");
    default:
      return new FetchFault("malformed-response", "the answer is not valid HTTP");
  }
}
