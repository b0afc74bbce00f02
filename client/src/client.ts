import type { Route } from "@satchel/contracts";
import { ApiError } from "./api-error.ts";
import { type Call, type CallInit, detailIn, initOf, pathOf } from "./request.ts";
import type { InputOf, OutputOf } from "./types.ts";

export interface ClientOptions {
  /** The server's address, without a slash at its end. */
  readonly server: string;
  /** An API token (docs/api/tokens.md). */
  readonly token: string;
  /** How often a call is sent at most, where the rules allow to repeat it (docs/api/README.md, "When to ask again"). */
  readonly attempts?: number;
  /** Sends a call instead of `fetch`. */
  readonly send?: Send;
  /** Ends all calls. */
  readonly signal?: AbortSignal;
}

/** How a call gets to the server, as `fetch` does it. @throws without an answer */
export type Send = (url: string, init: CallInit) => Promise<Response>;

/** An answer in full: its body, and the headers that lists have. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Calls of Satchel's API, typed by the schemas that the server checks and documents them with. */
export interface Client {
  /** @returns the body of the answer. @throws {ApiError} */
  call<R extends Route>(operation: R, ...input: Input<R>): Promise<OutputOf<R>>;
  /** The same with status and headers. @throws {ApiError} */
  answer<R extends Route>(operation: R, ...input: Input<R>): Promise<Answer<OutputOf<R>>>;
  /** The answer of a call as it comes: a file, or a stream of events. @throws {ApiError} when it is an error */
  open<R extends Route>(operation: R, ...input: Input<R>): Promise<Response>;
}

/** Without an input where none is needed. */
type Input<R extends Route> = object extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>];

/** The longest wait for a repetition, in milliseconds, whatever the server says. */
const LONGEST_WAIT_MS = 30_000;

export function createClient({ server, token, attempts = 4, signal, send = fetch }: ClientOptions): Client {
  async function once(call: Call): Promise<Response> {
    const init = initOf(call);
    init.headers["authorization"] = `Bearer ${token}`;
    let response: Response;
    try {
      response = await send(server + pathOf(call), {
        ...init,
        redirect: "error",
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      throw new ApiError(0, `No answer from ${server}`, { cause });
    }
    if (response.ok) return response;
    const text = await response.text();
    const retryAfter = Number(response.headers.get("retry-after")) || undefined;
    throw new ApiError(response.status, detailIn(text) ?? `The server answered ${response.status}`, { retryAfter });
  }

  async function open(operation: Route, input: object = {}): Promise<Response> {
    const isSafe = operation.method === "GET";
    const isRepeatable = "repeatable" in operation && operation.repeatable === true;
    const call: Call = { operation, ...input, ...(isRepeatable ? { key: crypto.randomUUID() } : {}) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(call);
      } catch (error) {
        if (!(error instanceof ApiError) || attempt >= attempts || !mayRepeat(error, isSafe || isRepeatable))
          throw error;
        const seconds = error.retryAfter ?? 0.25 * 2 ** attempt;
        await new Promise((resolve) => setTimeout(resolve, Math.min(seconds * 1000, LONGEST_WAIT_MS)));
      }
    }
  }

  async function answer<R extends Route>(operation: R, ...[input]: Input<R>): Promise<Answer<OutputOf<R>>> {
    const response = await open(operation, input);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: bodyIn(text, server) as OutputOf<R> };
  }

  return {
    answer,
    call: async (operation, ...input) => (await answer(operation, ...input)).body,
    open: (operation, ...[input]) => open(operation, input),
  };
}

/** The value of an answer; null for an empty one. @throws {ApiError} for what is no JSON: the address is another server's */
function bodyIn(text: string, server: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch (cause) {
    throw new ApiError(0, `${server} answers what a Satchel does not`, { cause });
  }
}

/** Whether a failed call may be sent again. @param isHarmless it only reads, or takes effect once */
function mayRepeat({ status, cause }: ApiError, isHarmless: boolean): boolean {
  if (status === 429) return true;
  if (status === 0) return isHarmless || isRefusedConnection(cause);
  return isHarmless && (status === 502 || status === 503 || status === 504);
}

/** Whether nothing was sent, because there was no connection. */
function isRefusedConnection(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return cause?.code === "ECONNREFUSED";
}
