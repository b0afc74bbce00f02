import { texts } from "@satchel/contracts";
import { type Call as ApiCall, detailIn, initOf as plainInitOf } from "@satchel/client/request";

/**
 * Why a call failed: its HTTP status, or 0 when no answer came at all; `detail` is the server's sentence, `retryAfter` the
 * seconds after which it would take the call again, if it says so.
 */
export interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly retryAfter?: number | undefined;
}

/** Whether the server did not answer: no network, no server, or a proxy's error about it. */
export const isAway = (status: number): boolean => status === 0 || status === 502 || status === 504;

/** Whether a caught value is a {@link Problem}. */
export const isProblem = (error: unknown): error is Problem =>
  typeof error === "object" && error !== null && "status" in error && "detail" in error;

/**
 * What is said of a failed call: the server's sentence where it refused the call, which is of the error catalogue; else
 * `otherwise`, as without an answer, or when the session has ended.
 */
export function reasonOf(error: unknown, otherwise: string): string {
  if (!isProblem(error)) return otherwise;
  const { status, detail } = error;
  // 507: the account is full.
  const isRefused = (status >= 400 && status < 500 && status !== 401) || status === 507;
  return isRefused && detail !== "" && detail !== texts.server.invalid ? detail : otherwise;
}

/** The `detail` of an error answer, or "". Leaves the answer's body unread. */
export async function detailOf(response: Response): Promise<string> {
  const text = await response
    .clone()
    .text()
    .catch(() => "");
  return detailIn(text) ?? "";
}

/** One call of an operation of the contracts. */
export interface Call extends ApiCall {
  /** A 401 is an ordinary answer, without a refresh of the session. */
  readonly skipRefresh?: boolean;
  /** Its answer may take long, so it has no deadline. Nor have files, and calls that change many links. */
  readonly isLong?: boolean;
}

/** Header of calls whose 401 must not lead to a token refresh (specification, section 8). */
export const SKIP_REFRESH = "x-satchel-skip-refresh";

/** The options of `fetch` for a call with the cookies of the page. */
export function initOf(call: Call): RequestInit {
  const init = plainInitOf(call);
  if (call.skipRefresh === true) init.headers[SKIP_REFRESH] = "1";
  return { ...init, credentials: "same-origin" };
}

/** The result of a call, or its failure. */
export type Answer =
  | { readonly data: unknown; readonly headers: Headers; readonly problem?: never }
  | { readonly problem: Problem };
