import { IDEMPOTENCY_KEY } from "@satchel/contracts";
import type { Route } from "@satchel/contracts/routes";

type Scalar = string | number | boolean;

/** One call of an operation of the API. */
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
}

/** The path of a call with its parameters and query, without undefined values. @throws without one of its parameters */
export function pathOf({ operation, params, query }: Call): string {
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`${operation.id} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Media type of an HTML form's fields (RFC 6749 section 4.3.2 asks for it at sign-in). */
const FORM = "application/x-www-form-urlencoded";

/** The encoded fields of a form, without undefined values. */
function formOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** The options of `fetch` for a call, without credentials. */
export interface CallInit extends RequestInit {
  readonly headers: Record<string, string>;
}

/** How a call is sent. A POST, PUT or PATCH without a body sends the empty JSON object, a DELETE nothing. */
export function initOf({ operation, body, key, keepalive }: Call): CallInit {
  const { method, consumes } = operation;
  const headers: Record<string, string> = { accept: "application/json" };
  const init: CallInit = { method, headers };
  if (key !== undefined) headers[IDEMPOTENCY_KEY] = key;
  if (keepalive === true) init.keepalive = true;
  if (consumes === FORM) {
    headers["content-type"] = FORM;
    init.body = formOf(body ?? {});
  } else if (body instanceof Blob) {
    headers["content-type"] = consumes ?? body.type;
    init.body = body;
  } else if (body !== undefined || (method !== "GET" && method !== "DELETE")) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body ?? {});
  }
  return init;
}

/** The `detail` of an error's body, or undefined. */
export function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === "string" ? detail : undefined;
  } catch {
    return undefined;
  }
}
