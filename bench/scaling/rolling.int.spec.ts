import { createTestDatabase, type Fleet, startFleet, startTestNats, type TestNats } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type Load, loadSettings, startLoad, startSites } from "./people.ts";
import { memberPart, type Restart, restart } from "./rolling.ts";
import { judge } from "./verdict.ts";

// The small sister of `npm run prove:scaling`: that restarts everything, on a cluster.
let fleet: Fleet;
let load: Load;
let nats: TestNats;
let databaseUrl: string;

beforeAll(async () => {
  const [server, database, sites] = await Promise.all([startTestNats(), createTestDatabase(), startSites()]);
  nats = server;
  databaseUrl = database.url;
  const replicas = { gateway: 2, links: 2, folders: 1, identity: 1, enrichment: 1, "mail-ingest": 1 };
  fleet = await startFleet({ bus: nats, databaseUrl, replicas, env: loadSettings(sites) });
  load = await startLoad(fleet, sites, 8);
});

test("given people at work, when gateways and links are restarted one after the other and one is killed, then nobody loses anything", async () => {
  const restarts: Restart[] = [];
  for (const member of [...fleet.of("gateway"), ...fleet.of("links")]) {
    restarts.push(await restart(memberPart(member), "SIGTERM", load.tally));
  }
  for (const member of [fleet.of("gateway")[0], fleet.of("links")[0]]) {
    if (member !== undefined) restarts.push(await restart(memberPart(member), "SIGKILL", load.tally));
  }
  await load.stop();

  const findings = await judge({ fleet, bus: nats, databaseUrl, load, restarts });

  expect(restarts).toHaveLength(6);
  expect(load.tally.count).toBeGreaterThan(50);
  expect(load.ledgers.some(({ mails }) => mails.length > 0)).toBe(true);
  expect(findings.flatMap(({ what, faults }) => faults.map((fault) => `${what}: ${fault}`))).toEqual([]);
});
