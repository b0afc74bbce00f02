/**
 * Walks through an installation on Kubernetes with a node that this machine is, by the overlay `single` as it is: from nothing to
 * running, one person's visit, a rolling restart, the loss of each pod and more replicas under load; then the way to three servers
 * of the bus, and the loss of each.
 * `npm run prove:kubernetes -- --node`, with names of stations for some of them; `PEOPLE` says how many there are. The exit
 * code is 0 when all holds.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { atEnd, cleanUp } from "@satchel/testing";
import { startControlPlane } from "../services/standalone/test/control-plane.ts";
import { placeOverlays } from "../services/standalone/test/place-overlays.ts";
import { docker } from "./containers/engine.ts";
import { startSurroundings } from "./containers/surroundings.ts";
import { timed, Walk } from "./containers/walk.ts";
import { Cluster } from "./kubernetes/cluster.ts";
import { startNames } from "./kubernetes/names.ts";
import { importImages, startNode } from "./kubernetes/node.ts";
import { begin, lose, restartAll, scale, three, withoutDatabase } from "./kubernetes/stations.ts";
import { loads, machine, say, verdictOf } from "./report.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 8);
const ROOT = join(import.meta.dirname, "..");
/** As the overlay names it. */
const IMAGE = "registry.example.org/satchel:0.1.0";

const STATIONS = { restart: restartAll, lose, database: withoutDatabase, scale, three };
const names = process.argv.slice(2);

async function prove(): Promise<boolean> {
  say(`machine   ${machine()}; load averages ${loads()}; ${new Date().toISOString()}`);
  say(`image built in ${await timed(() => docker("build", "--tag", IMAGE, ROOT))}`);
  const around = await startSurroundings();
  const plane = await startControlPlane();
  say(`a cluster of one node in ${await timed(() => startNode(plane, around.host))}`);
  say(`images given to it in ${await timed(() => importImages(IMAGE, "nats:2.10-alpine"))}`);
  await startNames(plane, around.host);

  const placed = placeOverlays();
  atEnd(() => rmSync(placed, { recursive: true, force: true }));
  const cluster = new Cluster(plane, placed);
  const walk = new Walk(cluster, around, PEOPLE);
  await walk.station("start", () => begin(walk));
  for (const [name, act] of Object.entries(STATIONS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    say(`\n${name}`);
    await walk.station(name, () => act(walk));
  }
  if (walk.faults.length > 0) say(await cluster.kubectl("get", "pods", "--output", "wide"));
  return verdictOf(walk.faults);
}

try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await cleanUp();
}
