import { json } from "node:stream/consumers";
import { IDEMPOTENCY_KEY, type LinkId, type UserId } from "@satchel/contracts";
import { atEnd, eventually, type Fleet, startHttpServer } from "@satchel/testing";
import { type K6Run, run, tokenSettings, value } from "../k6/run.ts";
import { Ledger } from "./ledger.ts";
import type { OutcomeCounts } from "./tally.ts";

/** People of k6, each with an account of their own. */
export const K6_USERS = 10;
/** Milliseconds for all of them to begin. */
const BEGIN_MS = 60_000;

/** The report of one of k6's users (`../k6/rolling.ts`) at its end: acknowledged changes, and failed attempts. */
export interface K6Report {
  readonly userId: string;
  readonly links: { readonly url: string; readonly id: string; visits: number }[];
  /** The answers and errors of all failed attempts. */
  readonly failures: string[];
  /** Calls that failed although they were repeated as often as they may be. */
  readonly failed: string[];
}

/** The result of k6's load. */
export interface K6Outcome {
  readonly sum: OutcomeCounts;
  readonly failures: readonly string[];
  /** The acknowledged changes of its users. */
  readonly ledgers: readonly Ledger[];
  /** Calls that failed, and what is wrong with the run itself. */
  readonly faults: readonly string[];
}

/** The load of k6 on a fleet. */
interface K6Load {
  /** Lets everybody finish what they are at. */
  stop(): Promise<K6Outcome>;
}

/** Makes k6 use a fleet until it is stopped. Resolves when all of its users have begun. @throws when k6 ends before */
export async function startK6Load(fleet: Fleet, sites: readonly string[]): Promise<K6Load> {
  const begun = new Set<string>();
  const reports: K6Report[] = [];
  let isOver = false;
  // Its users ask here whether to continue, and report at their end.
  const server = await startHttpServer((request, response) => {
    if (request.method === "GET") {
      begun.add(request.url ?? "");
      return response.writeHead(isOver ? 410 : 200).end();
    }
    return json(request).then(
      (body) => {
        reports.push(body as K6Report);
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });
  const ending = new AbortController();
  atEnd(() => {
    ending.abort();
    server.close();
  });
  const settings = {
    ...tokenSettings(fleet.key),
    ORIGIN: fleet.http.url,
    PROOF: server.url,
    USERS: String(K6_USERS),
    SITES: sites.join(","),
    KEY_HEADER: IDEMPOTENCY_KEY,
  };
  let ran: K6Run | Error | undefined;
  const ended = run("rolling", settings, ending.signal).then(
    (result) => (ran = result),
    (cause: unknown) => (ran = new Error("k6 did not run to its end", { cause })),
  );
  await eventually(() => begun.size === K6_USERS || ran !== undefined, { timeout: BEGIN_MS });
  if (ran !== undefined) throw new Error("k6 ended before it began", { cause: ran });
  return {
    stop: async () => {
      isOver = true;
      return outcomeOf(await ended, reports);
    },
  };
}

function outcomeOf(ran: K6Run | Error, reports: readonly K6Report[]): K6Outcome {
  const failed = reports.flatMap((person) => person.failed);
  const faults = [...failed];
  // A user that ended early has not reported.
  if (reports.length < K6_USERS)
    faults.push(`${K6_USERS - reports.length} of ${K6_USERS} people of k6 did not stay to the end`);
  if (ran instanceof Error) faults.push(`${ran.message}: ${String(ran.cause)}`);
  else if (!ran.kept && failed.length === 0) faults.push("k6 says that a threshold was crossed");
  const count = (metric: string): number => (ran instanceof Error ? 0 : value(ran.metrics, metric, "count"));
  const repeated = count("calls_repeated");
  return {
    sum: {
      atOnce: count("calls") - repeated - count("calls_failed"),
      repeated,
      failed: count("calls_failed"),
      slowest: ran instanceof Error ? 0 : value(ran.metrics, "calls_took", "max"),
    },
    failures: reports.flatMap((person) => person.failures),
    ledgers: reports.map(ledgerOf),
    faults,
  };
}

function ledgerOf({ userId, links }: K6Report): Ledger {
  const ledger = new Ledger(userId as UserId);
  for (const { url, id, visits } of links) {
    const link = ledger.keep(url, id as LinkId);
    link.visits = visits;
    for (let visit = 1; visit <= visits; visit++) {
      link.facts.push({ type: "LinkVisited", data: { visitCount: visit } });
    }
  }
  return ledger;
}
