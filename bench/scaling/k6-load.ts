import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { IDEMPOTENCY_KEY, type LinkId, type UserId } from "@satchel/contracts";
import { atEnd, eventually, type Fleet } from "@satchel/testing";
import { type Ran, run, tokenSettings, value } from "../k6/run.ts";
import { Ledger } from "./ledger.ts";
import type { Sum } from "./tally.ts";

/** People of k6, each with an account of their own. */
export const K6_USERS = 10;
/** Milliseconds for all of them to begin. */
const BEGIN_MS = 60_000;

/** What one of k6's people (`../k6/rolling.ts`) tells at the end: all that was acknowledged, and what was heard instead. */
export interface ToldByK6 {
  readonly userId: string;
  readonly links: { readonly url: string; readonly id: string; visits: number }[];
  /** What was heard instead of success, of all tries. */
  readonly heard: string[];
  /** Calls that failed although they were repeated as often as they may be. */
  readonly failed: string[];
}

/** What came of k6's load. */
export interface K6Outcome {
  readonly sum: Sum;
  readonly heard: readonly string[];
  /** What its people were told is done. */
  readonly ledgers: readonly Ledger[];
  /** Calls that failed, and what is wrong with the run itself. */
  readonly faults: readonly string[];
}

/** The load of k6 on a fleet. */
export interface K6Load {
  /** Lets everybody finish what they are at. */
  stop(): Promise<K6Outcome>;
}

/** Has k6 use a fleet until it is stopped; begins when all of its people are at it. @throws when k6 ends before */
export async function startK6Load(fleet: Fleet, sites: readonly string[]): Promise<K6Load> {
  const begun = new Set<string>();
  const told: ToldByK6[] = [];
  let isOver = false;
  // Here they ask whether they are to go on, and tell what they did.
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      begun.add(request.url ?? "");
      return response.writeHead(isOver ? 410 : 200).end();
    }
    return json(request).then(
      (body) => {
        told.push(body as ToldByK6);
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ending = new AbortController();
  atEnd(() => {
    ending.abort();
    server.closeAllConnections();
    server.close();
  });
  const settings = {
    ...tokenSettings(fleet.key),
    ORIGIN: fleet.http.url,
    PROOF: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    USERS: String(K6_USERS),
    SITES: sites.join(","),
    KEY_HEADER: IDEMPOTENCY_KEY,
  };
  let ran: Ran | Error | undefined;
  const ended = run("rolling", settings, ending.signal).then(
    (result) => (ran = result),
    (cause: unknown) => (ran = new Error("k6 did not run to its end", { cause })),
  );
  await eventually(() => begun.size === K6_USERS || ran !== undefined, { timeout: BEGIN_MS });
  if (ran !== undefined) throw new Error("k6 ended before it began", { cause: ran });
  return {
    stop: async () => {
      isOver = true;
      return outcomeOf(await ended, told);
    },
  };
}

function outcomeOf(ran: Ran | Error, told: readonly ToldByK6[]): K6Outcome {
  const failed = told.flatMap((person) => person.failed);
  const faults = [...failed];
  // Nobody tells anything before it is over, so whoever was lost on the way is missing here.
  if (told.length < K6_USERS)
    faults.push(`${K6_USERS - told.length} of ${K6_USERS} people of k6 did not stay to the end`);
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
    heard: told.flatMap((person) => person.heard),
    ledgers: told.map(ledgerOf),
    faults,
  };
}

function ledgerOf({ userId, links }: ToldByK6): Ledger {
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
