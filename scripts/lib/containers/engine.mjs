import { spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasDebian, missingProgram, unpackedPackages } from "./debian.mjs";
import { makeHeavyGroup, removeGroup } from "./groups.mjs";
import { INSIDE, makeNetwork, removeNetwork } from "./network.mjs";
import { CACHE, isThere, sh } from "./shell.mjs";

/** Milliseconds for the engine to answer, and to end. */
const START_MS = 120_000;
const STOP_MS = 120_000;
/**
 * The control group of its containers, and its weight in processes: without one, all containers together get as little of busy
 * processors as a single process of the machine does.
 */
const GROUP = "satchel-engine";
const WEIGHT = 8;

/**
 * A container engine that answers.
 * @typedef {object} Engine
 * @property {boolean} isOwn whether it was brought here: then it has no images, and asks no registry for them
 * @property {Record<string, string>} env variables for `docker` and all who look for an engine
 * @property {readonly string[]} inside the words before a command that has to reach containers and their ports
 * @property {() => Promise<void>} stop ends what was started here
 */

/**
 * The engine of this machine where one answers, else one that is unpacked from packages of Debian, in a network namespace
 * of its own and with its data in the cache.
 * @param {boolean} isOwn whether it has to be one of its own
 * @returns {Promise<Engine | undefined>} undefined where it can't be had, after it was said why
 */
export async function startEngine(isOwn = false) {
  if (!isOwn && (await answers(process.env))) {
    console.log("Using the container engine that runs here");
    return { isOwn: false, env: {}, inside: [], stop: async () => undefined };
  }
  const reason = await obstacle();
  if (reason !== undefined) {
    console.error(`Not run: ${reason}`);
    return undefined;
  }
  const packages = await unpackedPackages();
  const env = await makeEnvironment(packages);
  if (await answers(env)) {
    console.log("Using the container engine that was started before, and leaving it");
    return { isOwn: true, env, inside: INSIDE, stop: async () => undefined };
  }
  await stopEngine();
  const mtu = await makeNetwork();
  const log = openSync(join(CACHE, "engine.log"), "w");
  const settings = {
    "data-root": join(CACHE, "data"),
    "exec-root": join(CACHE, "exec"),
    pidfile: PID_FILE,
    host: env.DOCKER_HOST,
    mtu: String(mtu),
    "userland-proxy-path": join(packages, "usr/sbin/docker-proxy"),
    "init-path": join(packages, "usr/bin/tini-static"),
    ...((await makeHeavyGroup(GROUP, WEIGHT)) ? { "cgroup-parent": `/${GROUP}` } : {}),
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  console.log("Starting a container engine of its own");
  const [program, ...words] = [...INSIDE, "dockerd", ...args];
  spawn(program, words, { env: { ...process.env, ...env }, stdio: ["ignore", log, log], detached: true }).unref();
  for (const until = Date.now() + START_MS; !(await answers(env)); await delay(200)) {
    if (Date.now() < until) continue;
    await stopEngine();
    console.error(`Not run: the engine does not start; ${join(CACHE, "engine.log")} says why.`);
    return undefined;
  }
  return { isOwn: true, env, inside: INSIDE, stop: stopEngine };
}

const PID_FILE = join(CACHE, "engine.pid");
const DOCKER_HOST = `unix://${join(CACHE, "docker.sock")}`;

const answers = (env) =>
  sh("docker", ["version", "--format", "{{.Server.Version}}"], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );

/** What is missing for an engine of its own, as a sentence. */
async function obstacle() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    return "a container engine can be brought only as root on Linux.";
  }
  if (!hasDebian()) return "a container engine can be brought only with apt and Debian's keys.";
  const missing = await missingProgram();
  return missing === undefined ? undefined : `${missing} is not installed, and could not be.`;
}

async function makeEnvironment(packages) {
  const config = join(CACHE, "config");
  const plugins = join(config, "cli-plugins");
  await rm(plugins, { recursive: true, force: true });
  await mkdir(plugins, { recursive: true });
  const folder = join(packages, "usr/libexec/docker/cli-plugins");
  for (const name of await readdir(folder)) await symlink(join(folder, name), join(plugins, name));
  return {
    DOCKER_HOST,
    DOCKER_CONFIG: config,
    // Its image is not to be had; containers of tests end with the engine.
    TESTCONTAINERS_RYUK_DISABLED: "true",
    PATH: [join(packages, "usr/sbin"), join(packages, "usr/bin"), process.env.PATH].join(delimiter),
  };
}

/** Ends the engine of the cache, with all containers and their volumes, and removes its network. */
export async function stopEngine() {
  const pid = existsSync(PID_FILE) ? Number(await readFile(PID_FILE, "utf8")) : undefined;
  if (pid !== undefined && (await isEngine(pid))) {
    const env = { ...process.env, ...(await makeEnvironment(await unpackedPackages())) };
    await sh("sh", ["-c", REMOVE_ALL], { env }).catch(() => undefined);
    process.kill(pid, "SIGTERM");
    for (const until = Date.now() + STOP_MS; (await isEngine(pid)) && Date.now() < until; ) await delay(100);
  }
  await rm(PID_FILE, { force: true });
  // A container in the engine's own network leaves that network mounted.
  await sh("umount", [join(CACHE, "exec/netns/default")]).catch(() => undefined);
  await removeGroup(GROUP);
  if (isThere("ip")) await removeNetwork();
}

/** What containers leave, besides images. */
const REMOVE_ALL =
  "docker ps -aq | xargs -r docker rm -fv; docker volume ls -q | xargs -r docker volume rm; docker network prune -f";

/** Whether that is the engine of this cache, and not a process that got its number. */
const isEngine = (pid) =>
  readFile(`/proc/${pid}/cmdline`, "utf8").then(
    (line) => line.startsWith("dockerd\0") && line.includes(CACHE),
    () => false,
  );
