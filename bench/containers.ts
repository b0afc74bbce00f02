/**
 * Walks through an installation by Compose on a real engine, with `docker-compose.yml` as it is: from nothing to running, one
 * person's visit, each container killed under load, a backup restored, three servers of the bus, an upgrade from an earlier
 * commit; and the container for one household. `npm run prove:containers`, with names of stations behind `--` for some of them; `COMMIT` names
 * the commit (by default the checkout as it is), `PREVIOUS` names the commit to
 * upgrade from (by default the newest tag, else the parent), `PEOPLE` how many there are. The exit code is 0 when all holds.
 */
import { join } from "node:path";
import { cleanUp } from "@satchel/testing";
import { command } from "./containers/engine.ts";
import { household } from "./containers/household.ts";
import { type ComposeWalk, Installation } from "./containers/installation.ts";
import { begin, inspect, kill, loseEverything, threeServers, upgrade } from "./containers/stations.ts";
import { startSurroundings } from "./containers/surroundings.ts";
import { Walk } from "./containers/walk.ts";
import { loads, machine, say, verdictOf } from "./report.ts";

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
  say(`machine   ${machine()}; load averages ${loads()}; ${new Date().toISOString()}`);
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

  const wanted = Object.entries(STATIONS).filter(([name]) => isWanted(name));
  if (wanted.length > 0) {
    const walk = await start("start");
    await walk.station("start", () => begin(walk, commit));
    for (const [name, act] of wanted) {
      say(`\n${name}`);
      await walk.station(name, () => act(walk));
    }
  }
  if (isWanted("upgrade")) {
    const walk = await start("upgrade");
    await walk.station("upgrade", async () => upgrade(walk, await previous(), commit));
  }
  if (isWanted("household")) {
    const walk = await start("household");
    await walk.station("household", async () => {
      await installation.bring(commit);
      await household(walk);
    });
  }
  await installation.remove().catch(() => undefined);
  return verdictOf(walks.flatMap((walk) => walk.faults));
}

try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await cleanUp();
}
