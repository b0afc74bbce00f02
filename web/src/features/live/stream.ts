import type { LiveEvent } from "@satchel/contracts";

/** The part of `EventSource` that the stream uses. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface StreamOptions {
  /** Opens the stream; what happened since the event with that id is told first. */
  readonly open: (lastEventId: string) => Source;
  /** The event that was heard last, by an earlier page; "" where none was. */
  readonly since: string;
  readonly onEvent: (event: LiveEvent, id: string) => void;
  /** Asks whether there still is a session, and renews it where its token ran out. Never rejects. */
  readonly checkSession: () => Promise<void>;
  /** The stream broke; the browser or this opens it again. */
  readonly onBroken: () => void;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
}

/** `EventSource.CLOSED`: refused by the server, so the browser does not try again by itself. */
const CLOSED = 2;

/** Milliseconds before the stream is opened again after it was refused: doubled from the first to the last. */
const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

const types: readonly LiveEvent["type"][] = ["hello", "links", "folders", "imports", "captures", "account"];

/**
 * Follows `GET /api/events`. The browser reopens a stream that broke, and says what it heard last; one that the server
 * refused, because the access token ran out, is opened again after the session was renewed, and says so too. So a page
 * that was away for a moment hears what it missed and loads nothing else. Gives the function that ends it.
 */
export function followEvents(options: StreamOptions): () => void {
  let source: Source;
  let stopped = false;
  let delay = RETRY_MS;
  let lastEventId = options.since;

  function open(): void {
    if (stopped) return;
    source = options.open(lastEventId);
    for (const type of types) {
      source.addEventListener(type, (event) => {
        ({ lastEventId } = event);
        options.onEvent(JSON.parse(event.data) as LiveEvent, lastEventId);
      });
    }
    // Not at the first event: where nothing was missed there is none.
    source.addEventListener("open", () => {
      delay = RETRY_MS;
    });
    source.addEventListener("error", () => {
      options.onBroken();
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
