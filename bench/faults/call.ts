/** Milliseconds for an answer: more than any documented limit. */
export const PATIENCE_MS = 45_000;

/** The answer to a call. */
export interface Answer {
  /** `ok`, or a status with its text, or how the connection ended. */
  readonly outcome: string;
  /** Of an answer that was a success. */
  readonly body?: unknown;
  readonly headers?: Headers;
}

interface CallOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Makes a call of the API. It never throws. */
export async function call(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { token, headers = {}, body } = options;
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const found = json(text);
    if (response.ok && found !== undefined) return { outcome: "ok", body: found, headers: response.headers };
    return { outcome: describeRefusal(response, found) };
  } catch (error) {
    return { outcome: describeError(error) };
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeRefusal({ status, headers }: Response, body: unknown): string {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  const refusal = `${status} ${typeof detail === "string" ? detail : "without a text"}`;
  return [429, 503].includes(status) && headers.get("retry-after") === null ? `${refusal} (no Retry-After)` : refusal;
}

function describeError(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `no answer in ${PATIENCE_MS / 1000} s`;
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return "connection refused";
  return "connection broken";
}
