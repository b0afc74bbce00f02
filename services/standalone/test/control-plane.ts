import { type ChildProcess, execFile, spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { atEnd, eventually, freePort, tempDir } from "@satchel/testing";

const run = promisify(execFile);

/** The folder of the programs: `npm run prove:kubernetes` sets it with `--api-server` and `--node`. */
const VARIABLE = "KUBERNETES_PROGRAMS";

const START = { timeout: 300_000 };
const STOP_MS = 30_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** What `kubectl` printed. */
interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** A Kubernetes without machines: its API, and the controllers that make pods of what is stored there. */
export interface ControlPlane {
  /** @throws with what it printed, when it ends with an error */
  kubectl(...args: string[]): Promise<Printed>;
  /** The file with the address of the API and the token of an operator, who may do everything. */
  readonly kubeconfig: string;
  /** A folder that is there as long as the plane. */
  readonly folder: string;
  /**
   * Starts another program, of Kubernetes or of the PATH, which ends before the plane does.
   * @param options of its command line, without their dashes @throws with its log, when it ends before it is ready
   */
  start(name: string, options: Readonly<Record<string, string>>, isReady: () => Promise<unknown>): Promise<void>;
}

/**
 * Starts etcd, the API server and the controllers, on ports of this machine and with data of their own, until the end of the
 * test file. Authorisation is by RBAC, and the caller of `kubectl` may do everything.
 */
export async function startControlPlane(): Promise<ControlPlane> {
  const programs = process.env[VARIABLE];
  if (programs === undefined)
    throw new Error(`${VARIABLE} is not set: run this with npm run prove:kubernetes -- --api-server or --node`);
  const [folder, clients, peers, port] = [await tempDir(), await freePort(), await freePort(), await freePort()];
  const start: ControlPlane["start"] = async (name, options, isReady) => {
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    const built = join(programs, name);
    const { ended, log } = startProgram(existsSync(built) ? built : name, args, folder);
    const ready = eventually(isReady, START).catch(async (cause: unknown) => {
      throw new Error(`${name} is not ready:\n${await readFile(log, "utf8")}`, { cause });
    });
    await Promise.race([ready, ended]);
  };

  const clientUrl = `http://127.0.0.1:${clients}`;
  const peerUrl = `http://127.0.0.1:${peers}`;
  await start(
    "etcd",
    {
      "data-dir": join(folder, "etcd"),
      // The data is thrown away.
      "unsafe-no-fsync": "true",
      "listen-client-urls": clientUrl,
      "advertise-client-urls": clientUrl,
      "listen-peer-urls": peerUrl,
      "initial-advertise-peer-urls": peerUrl,
      "initial-cluster": `default=${peerUrl}`,
    },
    () => isWell(`${clientUrl}/health`),
  );

  const token = randomBytes(24).toString("hex");
  const [tokens, key, certificates, kubeconfig] = ["tokens.csv", "accounts.pem", "certificates", "kubeconfig"].map(
    (name) => join(folder, name),
  ) as [string, string, string, string];
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(key, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  await writeFile(tokens, `${token},operator,operator,system:masters\n`, { mode: 0o600 });
  const settings = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name: "here",
        cluster: {
          server: `https://127.0.0.1:${port}`,
          "certificate-authority": join(certificates, "apiserver.crt"),
        },
      },
    ],
    users: [{ name: "operator", user: { token } }],
    contexts: [{ name: "here", context: { cluster: "here", user: "operator" } }],
    "current-context": "here",
  };
  await writeFile(kubeconfig, JSON.stringify(settings), { mode: 0o600 });
  const kubectl = (...args: string[]): Promise<Printed> =>
    run(join(programs, "kubectl"), args, {
      env: { ...process.env, HOME: folder, KUBECONFIG: kubeconfig },
      maxBuffer: OUTPUT_BYTES,
    });

  await start(
    "kube-apiserver",
    {
      "etcd-servers": clientUrl,
      "cert-dir": certificates,
      "bind-address": "127.0.0.1",
      "advertise-address": "127.0.0.1",
      "secure-port": String(port),
      // It would announce its address to pods, and loopback is none for them.
      "endpoint-reconciler-type": "none",
      "service-cluster-ip-range": "10.96.0.0/16",
      "authorization-mode": "RBAC",
      // A node's own name leads nowhere.
      "kubelet-preferred-address-types": "InternalIP",
      "token-auth-file": tokens,
      "service-account-issuer": "https://kubernetes.default.svc",
      "service-account-key-file": key,
      "service-account-signing-key-file": key,
    },
    () => kubectl("get", "--raw", "/readyz"),
  );
  await start(
    "kube-controller-manager",
    {
      kubeconfig,
      "service-account-private-key-file": key,
      "leader-elect": "false",
      "bind-address": "127.0.0.1",
      "secure-port": "0",
    },
    // One of the first things that the controllers do.
    () => kubectl("get", "serviceaccount", "default", "--namespace", "default"),
  );
  return { kubectl, kubeconfig, folder, start };
}

async function isWell(url: string): Promise<void> {
  if (!(await fetch(url)).ok) throw new Error(`${url} is not well`);
}

/** What is killed when this process ends before its clean-up. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a program that ends with the test file at the latest. `ended` rejects when it ends before. */
function startProgram(program: string, args: readonly string[], folder: string) {
  const name = program.split("/").at(-1) ?? "";
  const log = join(folder, `${name}.log`);
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const output = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const exited = once(child, "exit");
  let isWanted = true;
  const ended = exited.then(async () => {
    if (isWanted) throw new Error(`${name} has ended:\n${await readFile(log, "utf8")}`);
  });
  ended.catch(() => undefined);
  running.add(child);
  atEnd(async () => {
    isWanted = false;
    child.kill();
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await exited;
    clearTimeout(timer);
    running.delete(child);
    output.end();
  });
  return { ended, log };
}
