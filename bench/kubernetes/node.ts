import { chown, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ControlPlane } from "../../services/standalone/test/control-plane.ts";
import { command } from "../containers/engine.ts";

const NODE_NAME = "node";
/** The user that pods run as: volumes of a node's folder are not given to it by Kubernetes. */
const POD_USER = 1000;
const PODS = "10.244.0.0/24";
const BRIDGE = "cni0";
const SOCKET = "/run/containerd/containerd.sock";
const PAUSE = "localhost/pause:1";

/** What scripts/lib/containers/node-space.mjs sets. */
export function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this with npm run prove:kubernetes -- --node`);
  return value;
}

/**
 * Makes a node of this machine: containerd, kubelet, the scheduler and kube-proxy, with pods on one bridge. They end with
 * `cleanUp`; what they leave in the system goes with the space that they run in.
 * @param names the address of the name server that pods ask
 */
export async function startNode(plane: ControlPlane, names: string): Promise<void> {
  const { folder, kubeconfig } = plane;
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  // The engine of the images lets nothing pass by default.
  for (const way of ["-i", "-o"]) await command("iptables", ["-I", "FORWARD", way, BRIDGE, "-j", "ACCEPT"]);

  const network = join(folder, "network");
  await mkdir(network);
  await write("network/pods.conflist", JSON.stringify(podNetwork));
  const containerd = await write("containerd.toml", containerdConfig(network));
  await plane.start("containerd", { config: containerd }, () => ctr("version"));
  await makePause();

  await plane.start("kube-scheduler", { kubeconfig, "leader-elect": "false" }, async () => undefined);
  const config = await write("kubelet.yaml", JSON.stringify(kubeletConfig(names)));
  await plane.start("kubelet", { kubeconfig, config, "hostname-override": NODE_NAME }, () =>
    plane.kubectl("wait", "--for=condition=Ready", `node/${NODE_NAME}`, "--timeout=1s"),
  );
  const proxy = {
    kubeconfig,
    "hostname-override": NODE_NAME,
    "cluster-cidr": PODS,
    "proxy-mode": "iptables",
    // These are of the whole machine, and can't be set from its network.
    "conntrack-max-per-core": "0",
    "conntrack-tcp-timeout-established": "0",
    "conntrack-tcp-timeout-close-wait": "0",
    "oom-score-adj": "0",
  };
  await plane.start("kube-proxy", proxy, async () => {
    if (!(await fetch("http://127.0.0.1:10256/healthz")).ok) throw new Error("kube-proxy is not well");
  });
  await plane.kubectl("create", "-f", await write("storage.yaml", JSON.stringify(storage)));
}

/** Gives claims their volumes, which are folders: empty ones, but for those that are there and are to be kept. */
export async function makeVolumes(
  plane: ControlPlane,
  claims: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  await plane.kubectl("delete", "persistentvolumes", "--all");
  for (const claim of claims) {
    const path = folderOf(claim);
    if (!kept.includes(claim)) await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true });
    await chown(path, POD_USER, POD_USER);
    const file = join(plane.folder, `${claim}.yaml`);
    await writeFile(file, JSON.stringify(volumeFor(claim, path)));
    await plane.kubectl("create", "-f", file);
  }
}

/** The folder that is the volume of a claim. */
export const folderOf = (claim: string): string => join(variable("NODE_FOLDER"), "volumes", claim);

const ctr = (...args: string[]): Promise<string> => command("ctr", ["--namespace", "k8s.io", ...args]);

/** Sends a signal to the process of a container. @param id as a pod's status has it: `containerd://…` */
export const signal = (id: string, name: NodeJS.Signals): Promise<string> =>
  ctr("tasks", "kill", "--signal", name, id.replace("containerd://", ""));

/** Gives images of the engine to the node, before pods ask for them. */
export async function importImages(...images: readonly string[]): Promise<void> {
  await command("bash", [
    "-c",
    `set -o pipefail; docker save "$@" | ctr --namespace k8s.io images import -`,
    "sh",
    ...images,
  ]);
}

/** What holds the network of a pod: a program that sleeps, in an image that is there for others. */
async function makePause(): Promise<void> {
  const lines = 'FROM nats:2.10-alpine\nENTRYPOINT ["/bin/busybox", "sleep", "infinity"]\nCMD []\n';
  await command("bash", ["-c", `printf %s "$1" | docker build --tag ${PAUSE} -`, "sh", lines]);
  await importImages(PAUSE);
}

const podNetwork = {
  cniVersion: "1.0.0",
  name: "pods",
  plugins: [
    {
      type: "bridge",
      bridge: BRIDGE,
      isGateway: true,
      ipMasq: true,
      // A pod may be led to itself.
      hairpinMode: true,
      ipam: { type: "host-local", ranges: [[{ subnet: PODS }]], routes: [{ dst: "0.0.0.0/0" }] },
    },
  ],
};

/** Root has not every right everywhere: scores of the killer of processes may only rise. */
const containerdConfig = (network: string): string => `version = 2
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "${PAUSE}"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "${variable("CNI_PLUGINS")}"
conf_dir = "${network}"
`;

const kubeletConfig = (names: string): object => ({
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  kind: "KubeletConfiguration",
  // Only this machine and its pods reach it.
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: "AlwaysAllow" },
  containerRuntimeEndpoint: `unix://${SOCKET}`,
  cgroupDriver: "cgroupfs",
  cgroupRoot: variable("NODE_GROUP"),
  clusterDNS: [names],
  clusterDomain: "cluster.local",
  volumePluginDir: "/var/lib/kubelet/volume-plugins",
  failCgroupV1: false,
  failSwapOn: false,
  oomScoreAdj: 0,
  // The disk is not its own, and no image can be had again.
  evictionHard: { "memory.available": "100Mi" },
  imageGCHighThresholdPercent: 100,
});

const CLASS = "folders";
const storage = {
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: { name: CLASS, annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
  provisioner: "kubernetes.io/no-provisioner",
};

const volumeFor = (claim: string, path: string): object => ({
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: claim },
  spec: {
    capacity: { storage: "20Gi" },
    accessModes: ["ReadWriteOnce"],
    storageClassName: CLASS,
    claimRef: { namespace: "satchel", name: claim },
    hostPath: { path, type: "Directory" },
  },
});
