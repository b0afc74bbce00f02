import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { unpackedPackages, unpackedPlugins } from "./debian.mjs";
import { root } from "../root.mjs";
import { makeGroup, removeGroup } from "./groups.mjs";
import { CACHE } from "./shell.mjs";

/** What is written below /var and /run there, and the volumes of its pods. */
const FOLDER = join(CACHE, "node");
/** The group that its pods are in, of every kind of control groups. */
const GROUP = "satchel-node";

/** What kubelet sets for the whole machine. It finds these values already, in files that it alone sees. */
const SYSTEM = {
  "vm/overcommit_memory": 1,
  "vm/panic_on_oom": 0,
  "kernel/panic": 10,
  "kernel/panic_on_oops": 1,
  "kernel/keys/root_maxkeys": 1_000_000,
  "kernel/keys/root_maxbytes": 25_000_000,
};

/**
 * A space in which a node of Kubernetes runs on this machine without leaving anything to it: its own processes, mounts, /var
 * and /run, in the network of the engine. All of it ends with the command that is started there.
 * @param {import("./engine.mjs").Engine} engine
 * @returns {Promise<{ inside: string[], env: Record<string, string>, remove: () => Promise<void> } | undefined>} the words
 *   before that command, and variables for it; undefined where it can't be had, after it was said why
 */
export async function makeNodeSpace(engine) {
  const reason = await obstacle();
  if (reason !== undefined) {
    console.error(`Not run: ${reason}`);
    return undefined;
  }
  const [packages, plugins] = [await unpackedPackages(), await unpackedPlugins()];
  for (const name of ["var", "run", "tmp", "sys", "volumes"]) await mkdir(join(FOLDER, name), { recursive: true });
  const mounts = [
    ...["var", "run"].map((name) => `mount --bind "$1/${name}" /${name}`),
    ...Object.entries(SYSTEM).flatMap(([name, value], n) => [
      `echo ${value} > "$1/sys/${n}"`,
      `mount --bind "$1/sys/${n}" /proc/sys/${name}`,
    ]),
    "shift",
    // It reaps what others leave.
    'exec "$@"',
  ];
  const space = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const first = ["sh", "-c", mounts.join(" && "), "sh", FOLDER, join(packages, "usr/bin/tini-static"), "--"];
  return {
    inside: [...engine.inside, ...space, ...first],
    env: {
      ...engine.env,
      // Names of temporary folders have ids of processes in them, which are others there.
      TMPDIR: join(FOLDER, "tmp"),
      NODE_FOLDER: FOLDER,
      NODE_GROUP: `/${GROUP}`,
      CNI_PLUGINS: join(plugins, "usr/lib/cni"),
    },
    remove: removeNodeSpace,
  };
}

/** What is missing, as a sentence; else the groups are made. */
async function obstacle() {
  if (/^\/(var|run)\//.test(root)) return "a node has a /var and /run of its own, and this checkout is in one of them.";
  try {
    await removeNodeSpace();
    await makeGroup(GROUP);
  } catch (error) {
    return `control groups can't be made (${error.message}).`;
  }
  return undefined;
}

/** Removes what a run that was killed has left. */
export async function removeNodeSpace() {
  await removeGroup(GROUP);
  await rm(FOLDER, { recursive: true, force: true });
}
