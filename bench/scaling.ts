/**
 * Proves that Satchel keeps working while any one of its processes is restarted: three gateways, three links, two folders, two
 * search, two identity, two archive, three enrichment and two mail-ingest on a bus of three servers, under the load of
 * people. Each process and each server is restarted in turn, first by SIGTERM, then by SIGKILL; afterwards journal and tables are compared with the
 * acknowledged changes. Where k6 is found (on the PATH, or named in `K6_BIN`), it adds a load of its own, whose acknowledged
 * changes are checked too. `npm run prove:scaling`, with names such as `links` or `nats` behind `--` for some of the restarts.
 * With `--from` and the folder of an earlier version, built there, all processes are of that version at first, and each is
 * replaced by one of this version in the order of an upgrade, by SIGTERM alone.
 * The exit code is 0 when everything holds, else 1.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "@satchel/embedded";
import { atEnd, cleanUp, startFleet, startNatsCluster, tempDir } from "@satchel/testing";
import { findK6 } from "./k6/run.ts";
import { machine, say } from "./report.ts";
import { K6_USERS, startK6Load } from "./scaling/k6-load.ts";
import { loadSettings, placeOf, startLoad, startSites } from "./scaling/people.ts";
import { memberPart, nodePart, type Part, type Restart, restart } from "./scaling/rolling.ts";
import { judge } from "./scaling/verdict.ts";
import { type OutcomeCounts, countOutcomes } from "./scaling/tally.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 20);
const REPLICAS = {
  gateway: 3,
  links: 3,
  folders: 2,
  search: 2,
  identity: 2,
  archive: 2,
  post: 2,
  enrichment: 3,
  "mail-ingest": 2,
};
const { values: options, positionals: names } = parseArgs({
  options: { from: { type: "string" } },
  allowPositionals: true,
});
/** Faults of one kind that are shown. */
const SHOWN = 10;
const NO_K6 = "k6 was not run: it is not on the PATH, and K6_BIN does not name it";

const ms = (value: number): string => value.toFixed(0).padStart(6);
const describe = ({ atOnce, repeated, failed }: OutcomeCounts): string =>
  `${atOnce} at the first try, ${repeated} repeated by rule, ${failed} failed`;

function reasonsOf(failures: readonly string[]): string {
  const times = new Map<string, number>();
  for (const reason of failures.map((all) => all.slice(0, 80))) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].map(([reason, n]) => `${n} × ${reason}`).join("; ");
}

function report({ name, signal, ending, starting, atOnce, repeated, failed, slowest, outcomes }: Restart): void {
  const counts = [atOnce, repeated, failed, slowest].map((value) => String(value).padStart(6)).join(" |");
  const reasons = reasonsOf(outcomes.flatMap(({ failures }) => failures));
  say(`| ${name.padEnd(13)} | ${signal} |${ms(ending)} |${ms(starting)} |${counts} | ${reasons}`);
}

async function prove(): Promise<boolean> {
  const began = Date.now();
  const k6Version = await findK6();
  const [cluster, postgres, sites] = await Promise.all([
    startNatsCluster(3),
    startPostgres({ dataDir: await tempDir(), settings: { max_connections: "300" } }),
    startSites(),
  ]);
  atEnd(() => postgres.stop());
  const on = { bus: cluster, databaseUrl: postgres.url };
  const version = options.from === undefined ? {} : { version: resolve(options.from) };
  const fleet = await startFleet({ ...on, ...version, copies: 3, replicas: REPLICAS, env: loadSettings(sites) });
  say(`machine   ${machine()}`);
  say(
    `fleet     ${fleet.members.length} processes, 3 servers of the bus, ready after ${((Date.now() - began) / 1000).toFixed(0)} s`,
  );
  const load = await startLoad(placeOf(fleet), sites, PEOPLE);
  const k6Load = k6Version === undefined ? undefined : await startK6Load(fleet, sites);
  say(`people    ${PEOPLE}, and ${k6Version === undefined ? NO_K6 : `${K6_USERS} of ${k6Version}`}\n`);
  say("| what          | signal  | ends ms | starts | first | again | failed | slowest ms | failed attempts");
  say("|---|---|---|---|---|---|---|---|---|");
  const servers = options.from === undefined ? cluster.nodes : [];
  const parts: Part[] = [...fleet.members.map(memberPart), ...servers.map((node, n) => nodePart(node, n + 1))];
  const restarts: Restart[] = [];
  for (const signal of options.from === undefined ? (["SIGTERM", "SIGKILL"] as const) : (["SIGTERM"] as const)) {
    for (const part of parts) {
      if (names.length > 0 && !names.some((name) => part.name.startsWith(name))) continue;
      const done = await restart(part, signal, load.tally);
      restarts.push(done);
      report(done);
    }
  }
  const [k6] = await Promise.all([k6Load?.stop(), load.stop()]);
  say(`\ncalls and mails: ${describe(countOutcomes(load.tally.since()))}`);
  if (k6 !== undefined) {
    say(`calls of k6: ${describe(k6.sum)}, the slowest ${k6.sum.slowest.toFixed(0)} ms`);
    if (k6.failures.length > 0) say(`failed attempts of k6: ${reasonsOf(k6.failures)}`);
  }
  const findings = await judge({ fleet, ...on, nodes: cluster.nodes, load, ...(k6 && { k6 }), restarts });
  for (const { what, faults, measured } of findings) {
    say(
      `${faults.length === 0 ? "ok  " : "NOT "} ${what}: ${faults.length === 0 ? measured : `${faults.length} faults`}`,
    );
    for (const fault of faults.slice(0, SHOWN)) say(`       ${fault}`);
  }
  if (k6 === undefined) say(`--   ${NO_K6}`);
  const holds = findings.every(({ faults }) => faults.length === 0);
  const verdict = holds ? `holds${k6 === undefined ? ", but k6 was not run" : ""}` : "DOES NOT HOLD";
  say(`\nverdict: ${verdict}, after ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return holds;
}

try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await cleanUp();
}
