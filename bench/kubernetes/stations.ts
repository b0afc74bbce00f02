import { readdir } from "node:fs/promises";
import { eventually } from "@satchel/testing";
import { say } from "../report.ts";
import type { Part } from "../scaling/rolling.ts";
import { strike } from "../containers/stations.ts";
import { timed, type Walk } from "../containers/walk.ts";
import { visit } from "../containers/visit.ts";
import { appOf, type Cluster, isReady, type Pod } from "./cluster.ts";
import { makeDatabase, pauseDatabase } from "./database.ts";
import { folderOf, signal } from "./node.ts";

/** As docs/operations/kubernetes.md scales for more people. */
const SCALE = { links: 3, gateway: 2 };
/** Milliseconds for what was ended to be there again. */
const AGAIN = { timeout: 300_000, interval: 250 };
/** Milliseconds for a server of the bus: when it is not ready then, it never is. */
const BUS_MS = 90_000;

/** Milliseconds without the database: people repeat their calls for half a minute. */
const AWAY_MS = 15_000;

type ClusterWalk = Walk<Cluster>;

/** From an empty cluster to running, and one person's visit. */
export async function begin(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  await installation.prepare(["data-nats-0", "backups"]);
  await installation.configure({ ...walk.settings, DATABASE_URL: await makeDatabase("one", walk.around.host) });
  const took = await timed(async () => {
    await installation.apply();
    await installation.ready();
  });
  say(`all ${(await installation.pods()).length} pods ready ${took} after "kubectl apply"`);
  await visit(walk);
}

/** A rolling restart of everything but the bus. */
export async function restartAll(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  const load = await walk.load();
  await strike(restarted(installation, "deployments"), load.tally);
  await walk.judge("rolling restart", load);
}

/** Each pod lost: its program killed, the pod deleted by force, and that of the bus restarted in order as well. */
export async function lose(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  const load = await walk.load();
  for (const pod of await installation.pods()) await strike(killed(installation, pod), load.tally);
  for (const pod of await installation.pods()) await strike(deleted(installation, pod), load.tally);
  await strike(restarted(installation, "statefulsets"), load.tally);
  await walk.judge("each pod killed and deleted", load);
}

/** Postgres is away for longer than Kubernetes waits before it gives calls to no pod that is not ready. */
export async function withoutDatabase(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  const load = await walk.load();
  const part: Part = {
    name: "the database, away",
    end: async () => {
      await pauseDatabase(AWAY_MS);
      return undefined;
    },
    begin: () => installation.ready(),
  };
  await strike(part, load.tally);
  await walk.judge("the database was away", load);
  const mails = load.tally.since().filter(({ what }) => what === "mail");
  const late = mails.filter(({ failures }) => failures.length > 0);
  walk.add(
    "mail without the database",
    late.map(({ failures }) => `a mail was not taken at once: ${failures[0]}`),
  );
}

/** More replicas, and one of each again. */
export async function scale(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  const load = await walk.load();
  const to = (name: string, replicas: Readonly<Record<string, number>>): Part => ({
    name,
    end: async () => {
      for (const [deployment, count] of Object.entries(replicas))
        await installation.kubectl("scale", `deployment/${deployment}`, `--replicas=${count}`);
      return undefined;
    },
    begin: () => settled(installation, "deployments"),
  });
  await strike(to("more replicas", SCALE), load.tally);
  await strike(to("one of each", Object.fromEntries(Object.keys(SCALE).map((name) => [name, 1]))), load.tally);
  await walk.judge("scaled", load);
}

/** From one server of the bus to three as docs/operations/kubernetes.md describes it, and each of them lost under load. */
export async function three(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  await walk.fill();
  say(`backup in ${await timed(() => installation.run("backup", "--to", "/backups/"))}`);
  const [file] = (await readdir(folderOf("backups")))
    .filter((name) => name.startsWith("satchel-everything-"))
    .toReversed();
  await installation.kubectl("delete", "namespace", "satchel");
  await installation.prepare(["data-nats-0", "data-nats-1", "data-nats-2", "backups"], ["backups"]);
  await installation.turnToThree();
  await installation.configure({ DATABASE_URL: await makeDatabase("three", walk.around.host) });
  await installation.apply();
  await installation.ready();
  await installation.kubectl("delete", "hpa", "--all");
  await installation.kubectl("scale", "deployment", "--all", "--replicas=0");
  await installation.kubectl(
    "wait",
    "--for=delete",
    "pod",
    "--selector",
    "satchel/bus=client,!job-name",
    "--timeout=2m",
  );
  say(`restored in ${await timed(() => installation.run("restore", "--from", `/backups/${file}`))}`);
  const up = await timed(async () => {
    await installation.kubectl("scale", "deployment", "--all", "--replicas=1");
    await installation.apply();
    await settled(installation, "deployments");
  });
  say(`three servers of the bus, all ${(await installation.pods()).length} pods ready after ${up}`);
  await walk.compare("restored to three servers");
  const copies = await walk.withJournal(async (journal) => (await journal.info()).config.num_replicas);
  if (copies !== 3) walk.add("three servers", [`the journal has ${copies} copies`]);
  const load = await walk.load();
  await strike(restarted(installation, "deployments"), load.tally);
  await strike(restarted(installation, "statefulsets"), load.tally);
  for (const part of [killed, deleted]) {
    for (const pod of await installation.pods("nats")) await strike(part(installation, pod), load.tally);
  }
  await walk.judge("three servers of the bus, restarted, killed and deleted", load);
}

/** All objects of a kind restarted at once, as after a change of a setting. */
const restarted = (installation: Cluster, kind: string): Part => ({
  name: `all ${kind}, restarted`,
  end: async () => {
    await installation.kubectl("rollout", "restart", kind);
    return undefined;
  },
  begin: () => settled(installation, kind),
});

/** Resolves when all objects of a kind have what was asked of them, and nothing else is left. */
async function settled(installation: Cluster, kind: string): Promise<void> {
  const names = (await installation.kubectl("get", kind, "--output", "name")).split("\n");
  for (const name of names) await installation.kubectl("rollout", "status", name, "--timeout=600s");
  await installation.ready();
}

/** A pod whose program is killed; kubelet starts it again, as after a crash. */
const killed = (installation: Cluster, pod: Pod): Part => ({
  name: `${appOf(pod)}, killed`,
  end: async () => {
    await signal(pod.status.containerStatuses?.[0].containerID ?? "", "SIGKILL");
    return undefined;
  },
  begin: () =>
    again(installation, pod, ({ metadata, status }) => {
      const [before, now] = [pod.status, status].map((one) => one.containerStatuses?.[0].restartCount ?? 0);
      return metadata.uid === pod.metadata.uid && (now ?? 0) > (before ?? 0);
    }),
});

/** A pod that is taken away at once, as with its machine; another takes its place. */
const deleted = (installation: Cluster, pod: Pod): Part => ({
  name: `${appOf(pod)}, deleted`,
  end: async () => {
    await installation.kubectl("delete", "pod", pod.metadata.name, "--grace-period=0", "--force");
    return undefined;
  },
  begin: () => again(installation, pod, ({ metadata }) => metadata.uid !== pod.metadata.uid),
});

/**
 * Resolves when another container or pod of an app is there and all of them are ready. A server of the bus that is not is started
 * once more, as docs/operations/kubernetes.md says.
 */
async function again(installation: Cluster, pod: Pod, isNew: (pod: Pod) => boolean): Promise<void> {
  const ready = async (): Promise<boolean> => {
    const pods = await installation.pods(appOf(pod));
    return pods.some(isNew) && pods.every(isReady);
  };
  if (appOf(pod) !== "nats") return void (await eventually(ready, AGAIN));
  await eventually(ready, { ...AGAIN, timeout: BUS_MS }).catch(async () => {
    say(`${pod.metadata.name} was not ready after ${BUS_MS / 1000} s, and is started once more`);
    await installation.kubectl("delete", "pod", pod.metadata.name);
    await installation.ready();
  });
}
