/**
 * Walks through an installation on Kubernetes with a node that this machine is, by the overlay `single` as it is: from nothing to
 * running, one person's visit, a rolling restart, the loss of each pod and more replicas under load.
 * `npm run prove:kubernetes -- --node`, with names of stations for some of them; `PEOPLE` says how many there are. The exit
 * code is 0 when all holds.
 */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { atEnd, cleanUp, eventually } from "@satchel/testing";
import { startControlPlane } from "../services/standalone/test/control-plane.ts";
import { placeOverlays } from "../services/standalone/test/place-overlays.ts";
import { command, docker } from "./containers/engine.ts";
import { startSurroundings } from "./containers/surroundings.ts";
import { timed, Walk } from "./containers/walk.ts";
import { Cluster } from "./kubernetes/cluster.ts";
import { startNames } from "./kubernetes/names.ts";
import { importImages, startNode } from "./kubernetes/node.ts";
import { begin, lose, restartAll, scale } from "./kubernetes/stations.ts";
import { machine, say } from "./report.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 8);
const ROOT = join(import.meta.dirname, "..");
/** As the overlay names it. */
const IMAGE = "registry.example.org/satchel:0.1.0";
const DATABASE = "satchel-proof-database";

const STATIONS = { restart: restartAll, lose, scale };
const names = process.argv.slice(2);

async function prove(): Promise<boolean> {
  const load = (): string =>
    loadavg()
      .map((one) => one.toFixed(0))
      .join(", ");
  say(`machine   ${machine()}; load averages ${load()}; ${new Date().toISOString()}`);
  say(`image built in ${await timed(() => docker("build", "--tag", IMAGE, ROOT))}`);
  const around = await startSurroundings();
  const databaseUrl = await startDatabase(around.host);
  const plane = await startControlPlane();
  const node = { names: around.host, claims: ["data-nats-0", "backups"] };
  say(`a cluster of one node in ${await timed(() => startNode(plane, node))}`);
  say(`images given to it in ${await timed(() => importImages(IMAGE, "nats:2.10-alpine"))}`);
  await startNames(plane, around.host);

  const placed = placeOverlays();
  atEnd(() => rmSync(placed, { recursive: true, force: true }));
  const cluster = new Cluster(plane, placed, "single");
  await plane.kubectl("create", "namespace", "satchel");
  await cluster.kubectl("create", "secret", "tls", "mail-tls", ...(await certificate(plane.folder)));
  const walk = new Walk(cluster, around, PEOPLE);
  const station = (name: string, act: () => Promise<void>): Promise<void> =>
    act().catch(async (error: unknown) => {
      walk.add(name, [error instanceof Error ? error.message : String(error)]);
      await walk.abandon();
    });
  await station("start", () => begin(walk, { DATABASE_URL: databaseUrl }));
  for (const [name, act] of Object.entries(STATIONS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    say(`\n${name}`);
    await station(name, () => act(walk));
  }
  if (walk.faults.length > 0) say(await cluster.kubectl("get", "pods,events", "--output", "wide"));
  say(`\nload averages ${load()}\nverdict: ${walk.faults.length === 0 ? "holds" : `${walk.faults.length} faults`}`);
  return walk.faults.length === 0;
}

/** A Postgres beside the cluster, as the overlay wants one. It ends with the engine. */
async function startDatabase(host: string): Promise<string> {
  const password = randomBytes(16).toString("hex");
  await docker("rm", "--force", "--volumes", DATABASE).catch(() => undefined);
  const settings = ["-e", "POSTGRES_USER=satchel", "-e", "POSTGRES_DB=satchel", "-e", `POSTGRES_PASSWORD=${password}`];
  await docker("run", "--detach", "--name", DATABASE, "--network", "host", ...settings, "postgres:18-alpine");
  await eventually(() => docker("exec", DATABASE, "pg_isready", "-h", host, "-U", "satchel"));
  return `postgres://satchel:${password}@${host}:5432/satchel`;
}

/** A certificate for the mail server, as the options that make a secret of it. */
async function certificate(folder: string): Promise<string[]> {
  const [key, cert] = [join(folder, "mail.key"), join(folder, "mail.crt")];
  const subject = ["-subj", "/CN=mail.satchel.internal", "-days", "2"];
  await command("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject]);
  return ["--key", key, "--cert", cert];
}

try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await cleanUp();
}
