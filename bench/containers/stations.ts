import { readdir, readFile, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { eventually } from "@satchel/testing";
import { Agent, request } from "undici";
import { say } from "../report.ts";
import { type Part, restart } from "../scaling/rolling.ts";
import { countOutcomes, type Tally } from "../scaling/tally.ts";
import { command, type Container, docker, isHealthy, nameOf, serviceOf } from "./engine.ts";
import type { ComposeWalk, Installation } from "./installation.ts";
import { visit } from "./visit.ts";
import { timed } from "./walk.ts";

/** As docs/operations/deploy.md scales for more people. */
const SCALE = ["--scale", "links=3", "--scale", "gateway=2", "--scale", "enrichment=2"];
/** Milliseconds for a killed container to run again and be healthy. */
const AGAIN_MS = 300_000;
/** Seconds for the servers of the bus to get healthy: they take a few. */
const SERVERS_SECONDS = 120;

/** From nothing to running, and one person's visit. */
export async function begin(walk: ComposeWalk, commit?: string): Promise<void> {
  const { installation } = walk;
  await installation.bring(commit);
  await installation.configure(walk.settings);
  const build = await timed(() => installation.compose("build"));
  const up = await timed(() => installation.compose("up", "--detach", "--wait"));
  say(`image built in ${build}, all containers healthy ${up} after "up"`);
  await visit(walk);
}

/** What each container takes and may do. */
export async function inspect(walk: ComposeWalk): Promise<void> {
  const containers = await walk.installation.containers();
  const used = new Map(
    (await docker("stats", "--no-stream", "--format", "{{.Name}}\t{{.MemUsage}}")).split("\n").map((line) => {
      const [name = "", memory = ""] = line.split("\t");
      return [`/${name}`, memory.replace(/ \/.*/, "")];
    }),
  );
  say("| container | memory | root | health |");
  say("|---|---|---|---|");
  for (const one of containers) {
    const { ReadonlyRootfs: isReadOnly } = one.HostConfig;
    const health = one.State.Health?.Status ?? "runs";
    say(`| ${nameOf(one)} | ${used.get(one.Name)} | ${isReadOnly ? "read-only" : "writable"} | ${health} |`);
    const mayWrite = serviceOf(one) === "postgres";
    if (!isReadOnly && !mayWrite) walk.add("root", [`${nameOf(one)} can write to its root`]);
    if (!isHealthy(one)) walk.add("health", [`${nameOf(one)} is ${health}`]);
    if (isReadOnly && (await isWritable(one))) walk.add("root", [`a file could be made in ${nameOf(one)}`]);
  }
}

const isWritable = ({ Id }: Container): Promise<boolean> =>
  docker("exec", Id, "sh", "-c", "touch /etc/proof").then(
    () => true,
    () => false,
  );

/** Kills each container in turn under load, with replicas where Compose can have them; PostgreSQL is restarted in order as well. */
export async function kill(walk: ComposeWalk): Promise<void> {
  const { installation } = walk;
  await installation.compose("up", "--detach", "--wait", "--no-recreate", ...SCALE);
  const load = await walk.load();
  for (const one of await installation.containers()) await strike(killed(one), load.tally);
  await strike(restarted(installation, "postgres"), load.tally);
  await walk.judge("each container killed", load);
}

/** Ends a part under load, waits until it is there again, and prints a line of a table. */
export async function strike(part: Part, tally: Tally): Promise<void> {
  const { ending, starting, outcomes, fault } = await restart(part, "SIGKILL", tally);
  const { atOnce, repeated, failed, slowest } = countOutcomes(outcomes);
  const ready = ((ending + starting) / 1000).toFixed(1);
  say(
    `| ${part.name} | ${ready} s | ${atOnce} | ${repeated} | ${failed} | ${(slowest / 1000).toFixed(1)} s | ${fault ?? ""}`,
  );
}

/** A container whose program is killed; the engine starts it again, as after a crash. */
const killed = (container: Container): Part => ({
  name: nameOf(container),
  end: async () => {
    process.kill(container.State.Pid, "SIGKILL");
    return undefined;
  },
  begin: async () => {
    const check = async (): Promise<boolean> => {
      const [now] = JSON.parse(await docker("inspect", container.Id)) as [Container];
      return now.State.Pid !== container.State.Pid && isHealthy(now);
    };
    await eventually(check, { timeout: AGAIN_MS, interval: 200 });
  },
});

/** A service that is restarted by Compose. */
const restarted = (installation: Installation, service: string): Part => ({
  name: `${service}, restarted`,
  end: async () => {
    await installation.compose("restart", service);
    return undefined;
  },
  begin: () => installation.healthy(),
});

/** The newest backup of the folder. */
async function newestBackup({ folder }: Installation): Promise<string> {
  const names = await readdir(join(folder, "backups"));
  const newest = names
    .filter((name) => name.startsWith("satchel-everything-"))
    .sort()
    .at(-1);
  if (newest === undefined) throw new Error("there is no backup");
  return `/backups/${newest}`;
}

async function backUp(installation: Installation): Promise<void> {
  const took = await timed(() => installation.compose("run", "--rm", "-T", "backup", "--to", "/backups/"));
  say(`backup in ${took}`);
}

const restore = async (installation: Installation, ...more: string[]): Promise<string> => {
  const from = await newestBackup(installation);
  return installation.compose("run", "--rm", "-T", "restore", "--from", from, ...more);
};

/** A backup, the loss of all volumes, and the restore that docs/operations/backup.md describes. */
export async function loseEverything(walk: ComposeWalk): Promise<void> {
  const { installation } = walk;
  await walk.fill();
  await backUp(installation);
  await installation.remove();
  const took = await timed(async () => {
    await installation.compose("up", "--detach", "--wait", "nats", "postgres");
    await restore(installation);
    await installation.compose("up", "--detach", "--wait");
  });
  say(`restored in ${took}, with the start of all containers`);
  await walk.compare("restored");
}

/** Starts all servers of the bus, and others. @throws where one does not get healthy, after the end of its log was shown */
async function startServers(installation: Installation, ...others: string[]): Promise<void> {
  const servers = await installation.busServices();
  const patience = ["--wait", "--wait-timeout", String(SERVERS_SECONDS)];
  await installation.compose("up", "--detach", ...patience, ...servers, ...others).catch(async (error: unknown) => {
    for (const one of (await installation.containers(...servers)).filter((server) => !isHealthy(server))) {
      say(`${nameOf(one)} is not healthy after ${SERVERS_SECONDS} s, its log ends:`);
      say(await command("sh", ["-c", 'docker logs --tail 30 "$0" 2>&1', one.Id]));
    }
    throw error;
  });
}

/** From one server of the bus to three as docs/operations/scaling.md describes it, and each of them killed under load. */
export async function threeServers(walk: ComposeWalk): Promise<void> {
  const { installation } = walk;
  await walk.fill();
  await backUp(installation);
  await installation.compose("down");
  await installation.set({
    NATS_REPLICAS: "3",
    COMPOSE_FILE: "docker-compose.yml:deploy/compose.three-servers.yml",
  });
  await startServers(installation, "postgres");
  await restore(installation);
  await installation.compose("restart", "nats", "nats-2", "nats-3");
  const up = await timed(() => installation.compose("up", "--detach", "--wait"));
  say(`three servers of the bus, all containers healthy after ${up}`);
  await walk.compare("restored to three servers");
  const copies = await walk.withJournal(async (journal) => (await journal.info()).config.num_replicas);
  if (copies !== 3) walk.add("three servers", [`the journal has ${copies} copies`]);
  const load = await walk.load();
  for (const service of await installation.busServices()) {
    await strike(restarted(installation, service), load.tally);
    for (const one of await installation.containers(service)) await strike(killed(one), load.tally);
    await installation.healthy();
  }
  await walk.judge("three servers of the bus, each restarted and killed", load);
}

/** Brings a commit, or this checkout, to an installation of an earlier one while people use it. */
export async function upgrade(walk: ComposeWalk, from: string, to?: string): Promise<void> {
  const { installation } = walk;
  await begin(walk, from);
  const load = await walk.load();
  await installation.bring(to);
  await addSecrets(installation);
  // As if the new version had another Caddyfile.
  const caddyfile = join(installation.folder, "deploy/Caddyfile");
  await writeFile(caddyfile, (await readFile(caddyfile, "utf8")).replace("respond 404", "respond 410"));
  const took = await timed(() => command("sh", ["deploy/upgrade.sh"], installation.folder));
  say(`upgraded from ${from.slice(0, 10)} in ${took}`);
  await walk.judge("upgraded under load", load);
  const status = await mailHostStatus(walk);
  if (status !== 410) walk.add("upgrade", [`Caddy answers ${status} as before: it has not taken the new Caddyfile`]);
}

/** What Caddy answers at the name of the mail server. */
async function mailHostStatus(walk: ComposeWalk): Promise<number> {
  const { connect = {} } = await walk.place();
  const agent = new Agent({ connect });
  const { statusCode, body } = await request(`https://${walk.settings["MAIL_HOST"]}/`, { dispatcher: agent });
  await body.dump();
  await agent.destroy();
  return statusCode;
}

/** Secrets that the new version has and the old one had not: the changelog names each. */
async function addSecrets(installation: Installation): Promise<void> {
  const example = await readFile(join(installation.folder, ".env.example"), "utf8");
  for (const [, name = ""] of example.matchAll(/^(\w+)=generate$/gm)) {
    const isThere = await installation.setting(name).catch(() => undefined);
    if (isThere === undefined) await installation.set({ [name]: `s${randomBytes(24).toString("hex")}` });
  }
}
