import { type Logger, within } from "@satchel/chassis";
import { type OpenedShare, SHARE_VISITS_AT_ONCE, type ShareId, type UserId } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import { SHARE_VISITS_CLOSE_MS, SHARE_VISITS_MS, SHARES_REMEMBERED } from "../limits.ts";

/** How often something shared was opened on a day, in UTC. */
interface Visits {
  readonly userId: UserId;
  readonly shareId: ShareId;
  readonly day: string;
  readonly count: number;
}

/** Counts visits in memory, and reports them every {@link SHARE_VISITS_MS}: a crash loses what was not reported. */
interface VisitCounter {
  /** Counts a visit, unless it is by a program that says so. Nothing of the visitor is remembered. */
  count(request: Pick<FastifyRequest, "method" | "headers">, opened: Pick<OpenedShare, "userId" | "id">): void;
  /** Reports what is left, unless that takes longer than {@link SHARE_VISITS_CLOSE_MS}. */
  close(): Promise<void>;
}

interface CounterOptions {
  readonly report: (visits: Visits) => Promise<unknown>;
  readonly logger: Logger;
  readonly now?: () => number;
  readonly everyMs?: number;
}

export function visitCounter(options: CounterOptions): VisitCounter {
  const { report, logger, now = Date.now, everyMs = SHARE_VISITS_MS } = options;
  const counts = new Map<string, Visits>();
  let reporting = Promise.resolve();
  const timer = setInterval(() => void flush(), everyMs).unref();

  const add = (visits: Visits): void => {
    const key = `${visits.shareId} ${visits.day}`;
    const before = counts.get(key)?.count ?? 0;
    if (before === 0 && counts.size >= SHARES_REMEMBERED) return;
    counts.set(key, { ...visits, count: Math.min(before + visits.count, SHARE_VISITS_AT_ONCE) });
  };

  function flush(): Promise<void> {
    reporting = reporting.then(async () => {
      const portion = [...counts.values()];
      counts.clear();
      for (const [at, visits] of portion.entries()) {
        try {
          await report(visits);
        } catch (error) {
          // Where one can't be reported, the next ones can't either.
          logger.warn({ err: error }, "visits of something shared are reported later");
          for (const left of portion.slice(at)) add(left);
          return;
        }
      }
    });
    return reporting;
  }

  return {
    count: ({ method, headers }, { userId, id: shareId }) => {
      if (method !== "GET" || isProgram(headers)) return;
      add({ userId, shareId, day: new Date(now()).toISOString().slice(0, 10), count: 1 });
    },
    close: async () => {
      clearInterval(timer);
      // Identity may have stopped before: a stop does not wait for numbers.
      await within(flush(), SHARE_VISITS_CLOSE_MS);
    },
  };
}

/** Words by which crawlers, previews of messengers and libraries name themselves in `User-Agent`. */
const PROGRAMS =
  /bot\b|bot[/;_-]|crawl|spider|slurp|preview|scan|monitor|fetch|facebookexternalhit|whatsapp|embed|lighthouse|curl|wget|python|java\/|okhttp|axios|headless|^node/i;

/** Whether it is no person: by its name, without a name, or because the browser only loads ahead (`Sec-Purpose`). */
function isProgram(headers: FastifyRequest["headers"]): boolean {
  const name = (headers["user-agent"] ?? "").slice(0, 512);
  const purpose = String(headers["sec-purpose"] ?? headers["purpose"] ?? "");
  return name === "" || PROGRAMS.test(name) || purpose.includes("prefetch");
}
