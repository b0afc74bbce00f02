import { eventually } from "@satchel/testing";
import { say } from "../report.ts";
import type { Part } from "../scaling/rolling.ts";
import { strike } from "../containers/stations.ts";
import { timed, type Walk } from "../containers/walk.ts";
import { visit } from "../containers/visit.ts";
import { appOf, type Cluster, isReady, type Pod } from "./cluster.ts";
import { signal } from "./node.ts";

/** As docs/operations/kubernetes.md scales for more people. */
const SCALE = { links: 3, gateway: 2 };
/** Milliseconds for what was ended to be there again. */
const AGAIN = { timeout: 300_000, interval: 250 };

type ClusterWalk = Walk<Cluster>;

/** From an empty cluster to running, and one person's visit. */
export async function begin(walk: ClusterWalk, settings: Readonly<Record<string, string>>): Promise<void> {
  const { installation } = walk;
  const took = await timed(async () => {
    await installation.start({ ...walk.settings, ...settings });
    await installation.ready();
  });
  say(`all ${(await installation.pods()).length} pods ready ${took} after "kubectl apply"`);
  await visit(walk);
}

/** All deployments restarted at once, as after a change of a setting. */
export async function restartAll(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  const load = await walk.load();
  await strike(
    {
      name: "all deployments, restarted",
      end: async () => {
        await installation.kubectl("rollout", "restart", "deployment");
        return undefined;
      },
      begin: () => settled(installation, "deployments"),
    },
    load.tally,
  );
  await walk.judge("rolling restart", load);
}

/** Each pod lost: its program killed, the pod deleted by force, and that of the bus restarted in order as well. */
export async function lose(walk: ClusterWalk): Promise<void> {
  const { installation } = walk;
  const load = await walk.load();
  for (const pod of await installation.pods()) await strike(killed(installation, pod), load.tally);
  for (const pod of await installation.pods()) await strike(deleted(installation, pod), load.tally);
  await strike(
    {
      name: "nats, restarted",
      end: async () => {
        await installation.kubectl("rollout", "restart", "statefulset");
        return undefined;
      },
      begin: () => settled(installation, "statefulsets"),
    },
    load.tally,
  );
  await walk.judge("each pod killed and deleted", load);
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

const again = async (installation: Cluster, pod: Pod, isNew: (pod: Pod) => boolean): Promise<void> => {
  await eventually(async () => {
    const pods = await installation.pods(appOf(pod));
    return pods.some(isNew) && pods.every(isReady);
  }, AGAIN);
};
