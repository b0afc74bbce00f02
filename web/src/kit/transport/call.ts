import { type ErrorBody, IDEMPOTENCY_KEY } from "@satchel/contracts";
import type { Route } from "@satchel/contracts/routes";
import type { Transport } from "./transport.ts";

/** Why a call failed: its HTTP status, or 0 when no answer came at all; `detail` is the server's sentence. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
}

/** Whether the server did not answer: no network, no server, or a proxy's error about it. */
export const isAway = (status: number): boolean => status === 0 || status === 502 || status === 504;

/** Whether a caught value is a {@link Problem}. */
export const isProblem = (error: unknown): error is Problem =>
  typeof error === "object" && error !== null && "status" in error && "detail" in error;

/** The `detail` of an error answer, or "". Leaves the answer's body unread. */
export async function detailOf(response: Response): Promise<string> {
  try {
    const body = (await response.clone().json()) as Partial<ErrorBody>;
    return typeof body.detail === "string" ? body.detail : "";
  } catch {
    return "";
  }
}

type Scalar = string | number | boolean;

/** One call of an operation of the contracts. */
export interface Call {
  readonly operation: Route;
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Readonly<Record<string, Scalar | undefined>>;
  /** JSON, or a file as it is. */
  readonly body?: unknown;
  /** The browser sends it even if the page is closed meanwhile. */
  readonly keepalive?: boolean;
  /** A repeatable call takes effect once, however often it is sent with the same key (`Operation.repeatable`). */
  readonly key?: string;
  /** A 401 is an ordinary answer, without a refresh of the session. */
  readonly skipRefresh?: boolean;
}

/** Header of calls whose 401 must not lead to a token refresh (specification, section 8). */
export const SKIP_REFRESH = "x-satchel-skip-refresh";

/** The path of a call with its parameters and query, without undefined values. */
export function pathOf(call: Call): string {
  const path = call.operation.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = call.params?.[name];
    if (value === undefined) throw new Error(`${call.operation.id} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Media type of an HTML form's fields (RFC 6749 section 4.3.2 asks for it at sign-in). */
const FORM = "application/x-www-form-urlencoded";

/** The encoded fields of a form, without undefined values. */
function formOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** The options of `fetch` for a call. A POST, PUT or PATCH without a body sends the empty JSON object, a DELETE nothing. */
export function initOf(call: Call): RequestInit {
  const { method, consumes } = call.operation;
  const headers: Record<string, string> = { accept: "application/json" };
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (call.skipRefresh === true) headers[SKIP_REFRESH] = "1";
  if (call.key !== undefined) headers[IDEMPOTENCY_KEY] = call.key;
  if (call.keepalive === true) init.keepalive = true;
  if (consumes === FORM) {
    headers["content-type"] = FORM;
    init.body = formOf(call.body ?? {});
  } else if (call.body instanceof Blob) {
    headers["content-type"] = consumes ?? call.body.type;
    init.body = call.body;
  } else if (call.body !== undefined || (method !== "GET" && method !== "DELETE")) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(call.body ?? {});
  }
  return init;
}

/** The result of a call, or its failure. */
export type Answer =
  | { readonly data: unknown; readonly headers: Headers; readonly problem?: never }
  | { readonly problem: Problem };

/** Makes a call and reads its answer; null for one without a body. Never rejects. */
export async function request(transport: Transport, call: Call, signal?: AbortSignal): Promise<Answer> {
  try {
    const response = await transport.send(call, signal);
    if (!response.ok) return { problem: { status: response.status, detail: await detailOf(response) } };
    const data: unknown = response.status === 204 ? null : await response.json();
    return { data, headers: response.headers };
  } catch (error) {
    return { problem: { status: 0, detail: String(error) } };
  }
}
