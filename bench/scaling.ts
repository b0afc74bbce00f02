/**
 * Proves that Satchel goes on while any one of its processes is restarted: three gateways, three links, two folders, two identity,
 * three enrichment and two mail-ingest on a bus of three servers, with people who use it all the time. Each process and each
 * server is restarted in turn, first by SIGTERM, then by SIGKILL; afterwards journal and tables are held against what people
 * were told. `npm run prove:scaling`, with names such as `links` or `nats` behind `--` for some of the restarts; it ends with 0 when all holds, with 1 when not.
 */
import { cpus } from "node:os";
import { startPostgres } from "@satchel/embedded";
import { atEnd, cleanUp, startFleet, startNatsCluster, tempDir } from "@satchel/testing";
import { loadSettings, startLoad, startSites } from "./scaling/people.ts";
import { memberPart, nodePart, type Part, type Restart, restart } from "./scaling/rolling.ts";
import { judge } from "./scaling/verdict.ts";
import { sumOf } from "./scaling/tally.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 20);
const REPLICAS = { gateway: 3, links: 3, folders: 2, identity: 2, enrichment: 3, "mail-ingest": 2 };
const wanted = process.argv.slice(2);
/** Faults of one kind that are told. */
const SHOWN = 10;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const ms = (value: number): string => value.toFixed(0).padStart(6);

function tell({ name, signal, ending, starting, atOnce, repeated, failed, slowest, outcomes }: Restart): void {
  const counts = [atOnce, repeated, failed, slowest].map((value) => String(value).padStart(6)).join(" |");
  const heard = new Map<string, number>();
  for (const reason of outcomes.flatMap((outcome) => outcome.heard)) heard.set(reason, (heard.get(reason) ?? 0) + 1);
  const reasons = [...heard].map(([reason, times]) => `${times} × ${reason.slice(0, 80)}`).join("; ");
  say(`| ${name.padEnd(13)} | ${signal} |${ms(ending)} |${ms(starting)} |${counts} | ${reasons}`);
}

async function prove(): Promise<boolean> {
  const began = Date.now();
  const [cluster, postgres, sites] = await Promise.all([
    startNatsCluster(3),
    startPostgres({ dataDir: await tempDir(), settings: { max_connections: "300" } }),
    startSites(),
  ]);
  atEnd(() => postgres.stop());
  const on = { bus: cluster, databaseUrl: postgres.url };
  const fleet = await startFleet({ ...on, copies: 3, replicas: REPLICAS, env: loadSettings(sites) });
  say(`machine   ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  say(
    `fleet     ${fleet.members.length} processes, 3 servers of the bus, ready after ${((Date.now() - began) / 1000).toFixed(0)} s`,
  );
  const load = await startLoad(fleet, sites, PEOPLE);
  say(`people    ${PEOPLE}\n`);
  say(
    "| what          | signal  | ends ms | starts | first | again | failed | slowest ms | heard instead of an answer",
  );
  say("|---|---|---|---|---|---|---|---|---|");
  const parts: Part[] = [...fleet.members.map(memberPart), ...cluster.nodes.map((node, n) => nodePart(node, n + 1))];
  const restarts: Restart[] = [];
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const part of parts) {
      if (wanted.length > 0 && !wanted.some((name) => part.name.startsWith(name))) continue;
      const done = await restart(part, signal, load.tally);
      restarts.push(done);
      tell(done);
    }
  }
  await load.stop();
  const { atOnce, repeated, failed } = sumOf(load.tally.since());
  say(`\ncalls and mails: ${atOnce} at the first try, ${repeated} repeated by rule, ${failed} failed`);
  const findings = await judge({ fleet, ...on, nodes: cluster.nodes, load, restarts });
  for (const { what, faults, measured } of findings) {
    say(
      `${faults.length === 0 ? "ok  " : "NOT "} ${what}: ${faults.length === 0 ? measured : `${faults.length} faults`}`,
    );
    for (const fault of faults.slice(0, SHOWN)) say(`       ${fault}`);
  }
  const holds = findings.every(({ faults }) => faults.length === 0);
  say(`\nverdict: ${holds ? "holds" : "DOES NOT HOLD"}, after ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return holds;
}

try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await cleanUp();
}
