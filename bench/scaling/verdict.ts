import { type Bus, connectBus, createLogger, openJournal } from "@satchel/chassis";
import { PAGE_JOBS } from "@satchel/contracts";
import { eventually, type Fleet, type NatsNode } from "@satchel/testing";
import { compare, type JournalContent, readJournal } from "./journal-check.ts";
import type { K6Outcome } from "./k6-load.ts";
import type { Load } from "./people.ts";
import type { Restart } from "./rolling.ts";
import { compareArchives, compareWithRebuilt } from "./tables-check.ts";
import { countOutcomes } from "./tally.ts";

/** Milliseconds for mails to be worked through, and pages to be read and kept, after the load has ended. */
const SETTLE_MS = 600_000;

/** A requirement, and what was found. */
export interface Finding {
  readonly what: string;
  readonly faults: readonly string[];
  /** In words, where all is well. */
  readonly measured: string;
}

export interface Evidence {
  readonly fleet: Fleet;
  readonly bus: { readonly url: string; readonly monitorUrl: string };
  /** Of a cluster, its servers. */
  readonly nodes?: readonly NatsNode[];
  readonly databaseUrl: string;
  readonly load: Load;
  /** Where k6 was there too. */
  readonly k6?: K6Outcome;
  readonly restarts: readonly Restart[];
}

/** Checks everything after the load was stopped. The proof holds when no finding has a fault. */
export async function judge(evidence: Evidence): Promise<Finding[]> {
  const { fleet, bus: address, nodes = [], databaseUrl, load, k6, restarts } = evidence;
  const ledgers = [...load.ledgers, ...(k6?.ledgers ?? [])];
  const outcomes = load.tally.since();
  const { atOnce, repeated } = countOutcomes(outcomes);
  const failed = outcomes.filter(({ isDone }) => !isDone);
  const logger = createLogger("proof", "error");
  const bus: Bus = await connectBus({ ...address, name: "proof", logger });
  try {
    const journal = await openJournal(bus, { logger });
    const look = async () => {
      const read = await readJournal(journal);
      return { read, compared: compare(read, ledgers) };
    };
    // Accepted work may still be in progress; only after it can anything be called lost.
    const lookWhenSettled = async () => {
      const found = await look();
      if (found.compared.lost.length > 0 || found.compared.undescribed.length > 0) throw new Error("not settled");
      const jobs = (await journal.jsm.streams.info(PAGE_JOBS)).state.messages;
      if (jobs > 0 || (await journal.info()).state.messages > found.read.events.length) throw new Error("not at rest");
      return found;
    };
    const { read, compared } = await eventually(lookWhenSettled, { timeout: SETTLE_MS, interval: 1000 }).catch(look);
    const mails = ledgers.reduce((sum, ledger) => sum + ledger.mails.length, 0);
    const links = ledgers.reduce((sum, ledger) => sum + ledger.links.length, 0);
    const gateways = fleet.of("gateway").map(({ name, port }) => ({ name, url: `http://127.0.0.1:${port}` }));
    const rebuilt = await compareWithRebuilt(fleet, databaseUrl);
    return [
      {
        what: "no request failed that was not repeated by rule",
        faults: failed.map(({ what, failures }) => `${what}: ${failures.join(", then ")}`),
        measured: `${atOnce} at the first try, ${repeated} repeated, ${load.stale()} answered before the tables showed it`,
      },
      ...(k6 === undefined ? [] : findingsOfK6(k6, read)),
      {
        what: "what was done is seen by the next call",
        faults: load.unseen,
        measured: "each save and change was looked at",
      },
      {
        what: "every process ends in order when asked to",
        faults: restarts.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${fault}`])),
        measured: `${restarts.filter(({ signal }) => signal === "SIGTERM").length} asked`,
      },
      {
        what: "the journal has no gap and no event twice",
        faults: read.faults,
        measured: `${read.events.length} events`,
      },
      {
        what: "nothing acknowledged is lost",
        faults: compared.lost,
        measured: `${compared.found} acknowledged events, with ${mails} mails`,
      },
      { what: "nothing is there twice", faults: compared.doubled, measured: `${links} links` },
      {
        what: "every page was read",
        faults: compared.undescribed,
        measured: `${links} pages`,
      },
      {
        what: "all servers of the bus hold the same",
        faults: await differencesOf(nodes, read.events.length),
        measured: `${nodes.length === 0 ? 1 : nodes.length} servers`,
      },
      {
        what: "every gateway shows the acknowledged changes",
        faults: await compareArchives(gateways, fleet.key, ledgers),
        measured: `${ledgers.length} archives, ${gateways.length} gateways`,
      },
      { what: "tables built from nothing are the same", faults: rebuilt.faults, measured: `${rebuilt.rows} rows` },
    ];
  } finally {
    await bus.close();
  }
}

function findingsOfK6({ sum, faults, ledgers }: K6Outcome, read: JournalContent): Finding[] {
  const { lost, doubled, found } = compare(read, ledgers);
  const links = ledgers.flatMap((ledger) => ledger.links);
  const visits = links.reduce((visited, link) => visited + link.visits, 0);
  return [
    {
      what: "no call of k6 failed that was not repeated by rule",
      faults,
      measured: `${sum.atOnce + sum.repeated} calls, ${sum.repeated} repeated, ${sum.failed} failed, by ${ledgers.length} people`,
    },
    {
      what: "each acknowledged change of k6 is in the journal once",
      faults: [...lost, ...doubled, ...(links.length === 0 ? ["no link of k6 was acknowledged"] : [])],
      measured: `${links.length} saves and ${visits} visits acknowledged, ${found} found`,
    },
  ];
}

interface StreamsOfServer {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly { readonly name: string; readonly state: { readonly messages: number } }[];
  }[];
}

/** How many events of the journal each server of a cluster has, where that is not what was read. */
async function differencesOf(nodes: readonly NatsNode[], events: number): Promise<string[]> {
  const found = nodes.map(async ({ monitorUrl }, n): Promise<string[]> => {
    const answer = (await (await fetch(`${monitorUrl}/jsz?streams=true`)).json()) as StreamsOfServer;
    const streams = (answer.account_details ?? []).flatMap(({ stream_detail: details = [] }) => details);
    const copy = streams.find(({ name }) => name === "JOURNAL")?.state.messages ?? 0;
    return copy === events ? [] : [`nats ${n + 1} has ${copy} of ${events} events`];
  });
  return (await Promise.all(found)).flat();
}
