import { getStatus, refreshToken } from "@satchel/contracts/routes";
import { pathOf } from "@satchel/client/request";
import { type Answer, type Call, detailOf, initOf, isAway, SKIP_REFRESH } from "./call.ts";

export interface TransportOptions {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Whether a sign-out is in progress: then a 401 is expected. */
  readonly isLoggingOut: () => boolean;
  /** The session's tokens were renewed. */
  readonly onRefreshed: () => void;
  /** The session has ended, or is not verified: the page goes to `/`. */
  readonly onSessionLost: () => void;
  /** Called with whether the server answered a call. */
  readonly onAnswered: (answered: boolean) => void;
  readonly warn: (message: string, error: unknown) => void;
}

export interface Transport {
  /** Sends a call. Rejects only without an answer; error statuses are answers. */
  send(call: Call, signal?: AbortSignal): Promise<Response>;
  /** Number of renewals of the session's tokens, for {@link refresh}. */
  refreshes(): number;
  /**
   * Renews the session's tokens, or joins a renewal in progress. Does nothing if one has ended since `refreshes()` returned
   * `since`. Rejects without an answer, and when the server can't say for now.
   */
  refresh(since: number): Promise<Renewal>;
}

/** `over`: there is no session (401); `failed`: it was refused for another reason. */
type Renewal = "renewed" | "over" | "failed";

const isAuthUrl = (path: string): boolean => path.startsWith("/api/auth/");

/**
 * Milliseconds until a call fails of which nothing comes: no answer, or nothing more of its body. On a network that was left,
 * browsers wait for many minutes. The server's own limits are shorter. A body that comes slowly may take as long as it does.
 */
export const ANSWER_MS = 60_000;

/** The calls that say whether there is a session. */
const ofSession: readonly string[] = [getStatus.path, refreshToken.path];

/**
 * The transport rules of section 8 of the specification. A 401 leads to one token refresh, however many calls receive one;
 * they wait, and are replayed once after it succeeds. After a failed refresh, a 401 of an auth URL and a 403 that asks for
 * verification, `onSessionLost` is called and the answer returned. Without an answer, and where the server can't renew the
 * session for now (429, 503), the session is kept, and only the call fails.
 */
export function createTransport(options: TransportOptions): Transport {
  let refreshing: Promise<Renewal> | undefined;

  async function fetchAnswer(path: string, init: RequestInit, isLong = false): Promise<Response> {
    const { signal } = init;
    const call = new AbortController();
    const giveUp = (): void => call.abort();
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener("abort", giveUp);
    // Aborting a call that is over does nothing, so the last timer need not be cleared.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ANSWER_MS);
    };
    if (!isLong) wait();
    try {
      const response = await options.fetch(path, { ...init, signal: call.signal });
      const { headers } = response;
      let { status } = response;
      // Of a proxy without its server: Satchel's own have a sentence in JSON.
      if (status === 503 && headers.get("content-type")?.includes("json") !== true) status = 502;
      options.onAnswered(!isAway(status) && (status !== 503 || !ofSession.includes(path)));
      // Chromium gives it a body, and no response with this status can be made from one.
      if (status === 204) return response;
      wait();
      const body = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (octets, to) => {
            wait();
            to.enqueue(octets);
          },
        }),
      );
      return new Response(body, { status, headers });
    } catch (error) {
      if (signal?.aborted !== true) options.onAnswered(false);
      throw error;
    }
  }

  let refreshes = 0;

  async function renew(): Promise<Renewal> {
    try {
      const call = { operation: refreshToken, skipRefresh: true };
      const response = await fetchAnswer(pathOf(call), initOf(call));
      if (response.ok) {
        refreshes += 1;
        options.onRefreshed();
        return "renewed";
      }
      if (response.status === 401) return "over";
      const { status } = response;
      if (isAway(status) || status === 429 || status === 503) throw new Error(`not now: ${status}`);
      options.warn("The session could not be renewed", status);
      return "failed";
    } catch (error) {
      options.warn("The session could not be renewed", error);
      throw error;
    }
  }

  function refresh(since: number): Promise<Renewal> {
    if (refreshes > since) return Promise.resolve("renewed");
    refreshing ??= renew().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function send(call: Call, signal?: AbortSignal): Promise<Response> {
    const path = pathOf(call);
    const init: RequestInit = signal === undefined ? initOf(call) : { ...initOf(call), signal };
    const refreshesBefore = refreshes;
    const isLong = call.isLong ?? (call.operation.wide || call.body instanceof Blob);
    let response = await fetchAnswer(path, init, isLong);

    if (response.status === 401) {
      if (options.isLoggingOut() || new Headers(init.headers).has(SKIP_REFRESH)) return response;
      if (isAuthUrl(path)) {
        options.onSessionLost();
        return response;
      }
      if ((await refresh(refreshesBefore)) === "renewed") response = await fetchAnswer(path, init, isLong);
      if (response.status === 401) options.onSessionLost();
    }
    if (response.status === 403 && (await detailOf(response)).toLowerCase().includes("verification")) {
      options.onSessionLost();
    }
    return response;
  }

  return { send, refreshes: () => refreshes, refresh };
}

/** Makes a call and reads its answer; null for one without a body. Never rejects. */
export async function request(transport: Transport, call: Call, signal?: AbortSignal): Promise<Answer> {
  try {
    const response = await transport.send(call, signal);
    const { status } = response;
    if (!response.ok) {
      const retryAfter = Number(response.headers.get("retry-after")) || undefined;
      return { problem: { status, detail: await detailOf(response), retryAfter } };
    }
    const data: unknown = status === 204 ? null : await response.json();
    return { data, headers: response.headers };
  } catch (error) {
    return { problem: { status: 0, detail: String(error) } };
  }
}
