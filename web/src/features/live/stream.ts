import type { LiveEvent } from "@satchel/contracts";

/** The part of `EventSource` that the stream uses. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

interface StreamOptions {
  /** Opens the stream; events since the given id are sent first. */
  readonly open: (lastEventId: string) => Source;
  /** The id of the event from which it continues; "" for none. */
  readonly since: string;
  readonly onEvent: (event: LiveEvent) => void;
  /** Checks the session, and refreshes an expired token. Never rejects. */
  readonly checkSession: () => Promise<void>;
  /** Called when the stream was interrupted; it will be reopened. */
  readonly onBroken: () => void;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
}

/** `EventSource.CLOSED`: refused by the server, so the browser does not reconnect. */
const CLOSED = 2;

/** Milliseconds before a refused stream is reopened, doubled from the first to the last. */
const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

const types: readonly LiveEvent["type"][] = ["hello", "links", "folders", "imports", "captures", "account"];

interface EventStream {
  /** Opens it, from the last event that was heard. */
  open(): void;
  close(): void;
}

/**
 * Follows `GET /api/events`. Browsers reopen an interrupted stream with the id of the last event. A stream that the server
 * refused, because the access token has expired, is reopened with that id after a refresh of the session. So a page receives
 * what it missed during a short interruption, and reloads nothing else.
 */
export function eventStream(options: StreamOptions): EventStream {
  let source: Source | undefined;
  let delay = RETRY_MS;
  let lastEventId = options.since;

  function open(): void {
    if (source !== undefined) return;
    const opened = options.open(lastEventId);
    source = opened;
    for (const type of types) {
      opened.addEventListener(type, (event) => {
        ({ lastEventId } = event);
        options.onEvent(JSON.parse(event.data) as LiveEvent);
      });
    }
    // Not at the first event: there is none if nothing was missed.
    opened.addEventListener("open", () => {
      delay = RETRY_MS;
    });
    opened.addEventListener("error", () => {
      options.onBroken();
      if (opened.readyState !== CLOSED) return;
      options.setTimeout(() => void reopen(opened), delay);
      delay = Math.min(delay * 2, RETRY_MS_MAX);
    });
  }

  async function reopen(refused: Source): Promise<void> {
    if (source !== refused) return;
    await options.checkSession();
    if (source !== refused) return;
    source = undefined;
    open();
  }

  function close(): void {
    source?.close();
    source = undefined;
  }

  return { open, close };
}

/** Milliseconds before failed work is retried. */
const WORK_RETRY_MS = 2000;

/** Milliseconds between two runs: during an import something changes all the time, and each run is several calls. */
const WORK_REST_MS = 300;

/**
 * Runs `work` for added items, one run at a time: the first at once, and those added meanwhile together in the next run, a
 * moment later. So a single mail is shown without delay, and a mail with a hundred links costs two requests. Items of a
 * rejected run are retried later.
 */
export function coalesce<T>(
  work: (items: ReadonlySet<T>) => Promise<void>,
  pause: (ms: number) => Promise<void>,
): (items: Iterable<T>) => void {
  let waiting = new Set<T>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.size > 0) {
      const items = waiting;
      waiting = new Set();
      try {
        await work(items);
        await pause(WORK_REST_MS);
      } catch (error) {
        console.warn("What changed could not be read", error);
        for (const item of items) waiting.add(item);
        await pause(WORK_RETRY_MS);
      }
    }
    running = false;
  }

  return (items) => {
    for (const item of items) waiting.add(item);
    if (!running) void run();
  };
}
