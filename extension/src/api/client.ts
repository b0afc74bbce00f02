import { type Call as ApiCall, detailIn, initOf, pathOf } from "@satchel/client/request";
import { logout } from "@satchel/contracts/routes";
import { refreshConnection } from "@satchel/contracts/settings-routes";

/** Milliseconds after which a call is aborted; the browser ends an idle worker after 30 s. */
const CALL_MS = 20_000;

/** The same for a page that is sent: 20 MB take 3 min on a line of 1 Mbit/s. */
const UPLOAD_MS = 180_000;

/** The status for a full archive (RFC 4918 section 11.5). */
const FULL = 507;

/** Milliseconds for which an access token must still be valid to be used: it has to be when it arrives. */
const MARGIN_MS = 30_000;

/** One call of an operation of the contracts. */
export interface Call extends ApiCall {
  /** Whether it is answered with a file, which is given as a `Blob`, and not with JSON. */
  readonly isFile?: boolean;
}

/** A bearer token, and when it expires in milliseconds since 1970. */
export interface Access {
  readonly token: string;
  readonly until: number;
  /** The refresh token that it was renewed with: it is sent for that connection alone. */
  readonly of: string;
}

interface ClientOptions {
  /** The server's origin. */
  readonly server: string;
  readonly refreshToken: string;
  readonly access: { read(): Promise<Access | null>; write(access: Access | null): Promise<void> };
  /** Called when the server has ended the connection. */
  readonly onEnded: () => Promise<void>;
  readonly now?: () => number;
}

/** The outcome of a call. `away`: no answer, or the server is unavailable; `afterSeconds` is its Retry-After. */
export type Answer<T> =
  | { readonly kind: "answered"; readonly status: number; readonly body: T }
  | { readonly kind: "refused"; readonly status: number; readonly detail: string }
  | { readonly kind: "away"; readonly afterSeconds?: number }
  | { readonly kind: "signedOut" };

export interface Client {
  send<T>(call: Call): Promise<Answer<T>>;
  /**
   * Sends a call of a page that is about to close, in the same step: what waits for anything first is dropped with the page.
   * It takes the token of the last call, and sends nothing without one.
   */
  sendLast(call: Call): void;
  /** Ends the connection on the server, if it can be reached. */
  logout(): Promise<void>;
}

/**
 * Calls the server with the connection's bearer token, renewed as needed, without cookies and without following redirects.
 */
export function createClient({ server, refreshToken, access, onEnded, now = Date.now }: ClientOptions): Client {
  let renewing: Promise<Answer<string>> | undefined;
  let last: Access | undefined;

  async function renew(): Promise<Answer<string>> {
    const call = { operation: refreshConnection, body: { refresh_token: refreshToken } };
    const answer = await exchange<{ access_token: string; expires_in: number }>(server, call);
    if (answer.kind === "answered") {
      const { access_token: token, expires_in } = answer.body;
      last = { token, until: now() + expires_in * 1000, of: refreshToken };
      await access.write(last);
      return { ...answer, body: token };
    }
    if (answer.kind !== "refused" || answer.status !== 401) return answer;
    await access.write(null);
    await onEnded();
    return { kind: "signedOut" };
  }

  async function token(): Promise<Answer<string>> {
    const kept = await access.read();
    // A call of a connection that was replaced meanwhile must not take the token to another server, or another account.
    if (kept?.of === refreshToken && kept.until - MARGIN_MS > now()) {
      last = kept;
      return { kind: "answered", status: 200, body: kept.token };
    }
    renewing ??= renew().finally(() => (renewing = undefined));
    return renewing;
  }

  async function send<T>(call: Call): Promise<Answer<T>> {
    const first = await token();
    if (first.kind !== "answered") return first;
    const answer = await exchange<T>(server, call, first.body);
    if (answer.kind !== "refused" || answer.status !== 401) return answer;
    // The token had not expired: the session was ended, or the server's key changed.
    await access.write(null);
    const second = await token();
    if (second.kind !== "answered") return second;
    const again = await exchange<T>(server, call, second.body);
    return again.kind === "refused" && again.status === 401 ? { kind: "signedOut" } : again;
  }

  return {
    send,
    sendLast: (call) => {
      if (last !== undefined && last.until > now()) void exchange(server, { ...call, keepalive: true }, last.token);
    },
    logout: async () => {
      await send({ operation: logout });
    },
  };
}

/** One call and its answer. @param bearer the access token, where the call needs one */
export async function exchange<T>(server: string, call: Call, bearer?: string): Promise<Answer<T>> {
  const init = initOf(call);
  if (bearer !== undefined) init.headers["authorization"] = `Bearer ${bearer}`;
  try {
    const response = await fetch(server + pathOf(call), {
      ...init,
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(call.body instanceof Blob ? UPLOAD_MS : CALL_MS),
    });
    return await read<T>(response, call.isFile === true);
  } catch {
    return { kind: "away" };
  }
}

async function read<T>(response: Response, isFile: boolean): Promise<Answer<T>> {
  const { status } = response;
  if (response.ok && isFile) return { kind: "answered", status, body: (await response.blob()) as T };
  const text = await response.text();
  if (response.ok) return { kind: "answered", status, body: (text === "" ? null : JSON.parse(text)) as T };
  // Retries don't help when the archive is full: its owner has to delete links.
  if (status !== FULL && (status === 429 || status >= 500)) {
    const seconds = Number(response.headers.get("retry-after"));
    return seconds > 0 ? { kind: "away", afterSeconds: seconds } : { kind: "away" };
  }
  return { kind: "refused", status, detail: detailIn(text) ?? `${status}` };
}
