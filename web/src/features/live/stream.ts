import type { LiveEvent } from "@satchel/contracts";

/** The part of `EventSource` that the stream uses. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface StreamOptions {
  readonly open: () => Source;
  readonly onEvent: (event: LiveEvent) => void;
  /** Asks whether there still is a session, and renews it where its token ran out. Never rejects. */
  readonly checkSession: () => Promise<void>;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
}

/** `EventSource.CLOSED`: refused by the server, so the browser does not try again by itself. */
const CLOSED = 2;

/** Milliseconds before the stream is opened again after it was refused: doubled from the first to the last. */
const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

const types: readonly LiveEvent["type"][] = ["hello", "links", "folders", "account"];

/**
 * Follows `GET /api/events`. The browser reopens a stream that broke; one that the server refused, because the access
 * token ran out, is opened again after the session was renewed. Gives the function that ends it.
 */
export function followEvents(options: StreamOptions): () => void {
  let source: Source;
  let stopped = false;
  let delay = RETRY_MS;

  function open(): void {
    if (stopped) return;
    source = options.open();
    for (const type of types) {
      source.addEventListener(type, ({ data }) => {
        delay = RETRY_MS;
        options.onEvent(JSON.parse(data) as LiveEvent);
      });
    }
    source.addEventListener("error", () => {
      if (source.readyState !== CLOSED) return;
      options.setTimeout(() => void reopen(), delay);
      delay = Math.min(delay * 2, RETRY_MS_MAX);
    });
  }

  async function reopen(): Promise<void> {
    if (stopped) return;
    await options.checkSession();
    open();
  }

  open();
  return () => {
    stopped = true;
    source.close();
  };
}
