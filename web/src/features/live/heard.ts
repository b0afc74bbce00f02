import { HEARD, sessionName } from "../../session/flags.ts";

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
