import type { LiveEvent } from "@satchel/contracts";
import { HEARD, sessionName } from "../../session/flags.ts";

/** The part of `EventSource` that the stream uses. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

interface StreamOptions {
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

/** Milliseconds before work that failed is tried again. */
const WORK_RETRY_MS = 2000;

/**
 * Runs `work` for what is added, one run at a time: the first at once, and what is added meanwhile together in the next.
 * So a single mail shows without delay, and a mail with a hundred links costs two reads. What `work` rejects comes again
 * a little later.
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

/** The event that was heard last in this browser. */
interface Heard {
  readonly id: string;
  /** Names the session that heard it. */
  readonly session: string;
  /** When, in milliseconds since 1970 by the clock of this computer. */
  readonly at: number;
}

/** The clocks of a page. */
export interface PageClocks {
  /** The computer's, which may be set meanwhile: milliseconds since 1970. */
  readonly now: () => number;
  /** What it showed as the page's first request went out. */
  readonly began: number;
  /** Milliseconds since then, by a clock that nobody sets. */
  readonly elapsed: () => number;
}

const clocks: PageClocks = {
  now: () => Date.now(),
  began: performance.timeOrigin,
  elapsed: () => performance.now(),
};

/** Milliseconds that lie between what was heard and the first request of a page that goes on from there. */
const APART_MS = 10_000;

/** Keeps which event was heard last, for the next page. The id says nothing to anybody but the server (decision 2). */
export function keepHeard(id: string, { now } = clocks): void {
  const session = sessionName();
  if (session !== undefined) localStorage.setItem(HEARD, JSON.stringify({ id, session, at: now() } satisfies Heard));
}

/** What was kept; undefined where nothing was, or something that this page did not write. */
function readHeard(): Heard | undefined {
  try {
    const { id, session, at } = (JSON.parse(localStorage.getItem(HEARD) ?? "{}") ?? {}) as Partial<Heard>;
    if (typeof id !== "string" || typeof session !== "string" || typeof at !== "number") return undefined;
    return { id, session, at };
  } catch {
    return undefined;
  }
}

/**
 * The event from which on a page that just began has to hear what happened: one that was heard before its first request,
 * in whichever tab, so that its answers show everything up to there. "" where there is none for sure: what another tab
 * hears while this page loads may be newer than an answer, and clocks may be set meanwhile.
 */
export function heardBefore({ now, began, elapsed } = clocks): string {
  const session = sessionName();
  const heard = readHeard();
  if (heard === undefined || session === undefined || heard.session !== session) return "";
  const wasSet = Math.abs(now() - began - elapsed()) > APART_MS / 2;
  return !wasSet && heard.at + APART_MS < began ? heard.id : "";
}
