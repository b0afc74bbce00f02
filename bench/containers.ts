/**
 * Walks through an installation by Compose on a real engine, with `docker-compose.yml` as it is: from nothing to running, one
 * person's visit, each container killed under load, a backup restored, three servers of the bus, an upgrade from an earlier
 * commit; and the container for one household. `npm run prove:containers`, with names of stations behind `--` for some of them; `COMMIT` names
 * the commit (by default the checkout as it is), `PREVIOUS` names the commit to
 * upgrade from (by default the newest tag, else the parent), `PEOPLE` how many there are. The exit code is 0 when all holds.
 */
import { loadavg } from "node:os";
import { join } from "node:path";
import { cleanUp } from "@satchel/testing";
import { command } from "./containers/engine.ts";
import { household } from "./containers/household.ts";
import { type ComposeWalk, Installation } from "./containers/installation.ts";
import { begin, inspect, kill, loseEverything, threeServers, upgrade } from "./containers/stations.ts";
import { startSurroundings } from "./containers/surroundings.ts";
import { Walk } from "./containers/walk.ts";
import { machine, say } from "./report.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 8);
const ROOT = join(import.meta.dirname, "..");
/** Its name is the project's: containers and volumes are called satchel-…. */
const FOLDER = join(ROOT, "node_modules/.cache/satchel-containers/satchel");

const STATIONS = { inspect, kill, restore: loseEverything, three: threeServers };
const names = process.argv.slice(2);
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);

const git = (...args: string[]): Promise<string> => command("git", args, ROOT);
const previous = async (): Promise<string> =>
  git("rev-parse", process.env["PREVIOUS"] ?? (await git("describe", "--tags", "--abbrev=0").catch(() => "HEAD^")));

async function prove(): Promise<boolean> {
  const load = (): string =>
    loadavg()
      .map((one) => one.toFixed(0))
      .join(", ");
  say(`machine   ${machine()}; load averages ${load()}; ${new Date().toISOString()}`);
  const around = await startSurroundings();
  const installation = new Installation(FOLDER);
  const commit = process.env["COMMIT"];
  const walks: ComposeWalk[] = [];
  const start = async (name: string): Promise<ComposeWalk> => {
    say(`\n${name}`);
    await installation.remove().catch(() => undefined);
    const walk = new Walk(installation, around, PEOPLE);
    walks.push(walk);
    return walk;
  };
  /** A station that can't be walked through is a fault, and the others follow. */
  const station = (walk: ComposeWalk, name: string, act: () => Promise<void>): Promise<void> =>
    act().catch(async (error: unknown) => {
      walk.add(name, [error instanceof Error ? error.message : String(error)]);
      await walk.abandon();
    });

  const wanted = Object.entries(STATIONS).filter(([name]) => isWanted(name));
  if (wanted.length > 0) {
    const walk = await start("start");
    await station(walk, "start", () => begin(walk, commit));
    for (const [name, act] of wanted) {
      say(`\n${name}`);
      await station(walk, name, () => act(walk));
    }
  }
  if (isWanted("upgrade")) {
    const walk = await start("upgrade");
    await station(walk, "upgrade", async () => upgrade(walk, await previous(), commit));
  }
  if (isWanted("household")) {
    const walk = await start("household");
    await station(walk, "household", async () => {
      await installation.bring(commit);
      await household(walk);
    });
  }
  await installation.remove().catch(() => undefined);
  const faults = walks.flatMap((walk) => walk.faults);
  say(`\nload averages ${load()}\nverdict: ${faults.length === 0 ? "holds" : `${faults.length} faults`}`);
  return faults.length === 0;
}

try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await cleanUp();
}
