import { createTestDatabase, startFleet, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { loadSettings, placeOf, startLoad, startSites } from "./people.ts";
import { memberPart, type Restart, restart } from "./rolling.ts";
import { judge } from "./verdict.ts";

/** Milliseconds for starting the fleet, restarting its members, and looking at what they did. */
const WHOLE_MS = 240_000;

// The small sister of `npm run prove:scaling`: that restarts everything, on a cluster.
test("given users at work, when gateways and links are restarted one after the other and one is killed, then no change is lost", {
  timeout: WHOLE_MS,
}, async () => {
  const [nats, database, sites] = await Promise.all([startTestNats(), createTestDatabase(), startSites()]);
  const replicas = {
    gateway: 2,
    links: 2,
    folders: 1,
    identity: 1,
    search: 1,
    archive: 1,
    enrichment: 1,
    "mail-ingest": 1,
  };
  const fleet = await startFleet({ bus: nats, databaseUrl: database.url, replicas, env: loadSettings(sites) });
  const load = await startLoad(placeOf(fleet), sites, 8);
  const restarts: Restart[] = [];
  for (const member of [...fleet.of("gateway"), ...fleet.of("links")]) {
    restarts.push(await restart(memberPart(member), "SIGTERM", load.tally));
  }
  for (const member of [fleet.of("gateway")[0], fleet.of("links")[0]]) {
    if (member !== undefined) restarts.push(await restart(memberPart(member), "SIGKILL", load.tally));
  }
  await load.stop();

  const findings = await judge({ fleet, bus: nats, databaseUrl: database.url, load, restarts });

  expect(restarts).toHaveLength(6);
  expect(load.tally.count).toBeGreaterThan(50);
  expect(load.ledgers.some(({ mails }) => mails.length > 0)).toBe(true);
  expect(findings.flatMap(({ what, faults }) => faults.map((fault) => `${what}: ${fault}`))).toEqual([]);
});
