import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A Haraka that accepts everything and stores nothing, which shows the cost of SMTP alone. */
interface NoOp {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

// As in Satchel's plugin, there is no reverse DNS of clients and no Nagle delay; both would make it slower.
const PLUGIN = `
exports.hook_lookup_rdns = (next) => next(OK, "unknown");
exports.hook_init_master = (next, server) => {
  for (const listener of server.listeners) listener.on("connection", (socket) => socket.setNoDelay(true));
  next();
};
exports.hook_rcpt = (next) => next(OK);
exports.hook_queue = (next) => next(OK);
`;

const MAIL_BYTES = 10 * 1024 * 1024;

/** Milliseconds for it to come up, and for one greeting. */
const START_MS = 15_000;
const GREETING_MS = 1000;

/** Starts it on a port, with its files in `folder`, in one process and with Satchel's limits on sizes. */
export async function startNoOp(folder: string, port: number): Promise<NoOp> {
  const files = {
    "config/smtp.ini": `[main]\nlisten=127.0.0.1:${port}\nnodes=0\n`,
    "config/connection.ini": `[main]\nspool_after=-1\n[headers]\nadd_received=false\nclean_auth_results=false\n[max]\nbytes=${MAIL_BYTES}\n[message]\ngreeting[]=no-op\nhelo=hello\nclose=goodbye\n[haproxy]\nenabled=false\n[uuid]\nbanner_chars=0\ndeny_chars=0\n`,
    "config/log.ini": "[main]\nlevel=crit\n",
    "config/tls.ini": "[main]\nkey=\ncert=\n",
    "config/outbound.ini": "[main]\ndisabled=true\n",
    "config/plugins": "no-op\n",
    "config/me": "localhost\n",
    "plugins/no-op.js": PLUGIN,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const haraka = join(dirname(createRequire(import.meta.url).resolve("haraka/package.json")), "bin", "haraka");
  const child = spawn(process.execPath, [haraka, "-c", folder], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const began = performance.now();
  while (!(await greets(port))) {
    if (child.exitCode !== null || performance.now() - began > START_MS) {
      child.kill("SIGKILL");
      throw new Error("The Haraka to compare with did not start");
    }
    await sleep(50);
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function greets(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    const [data] = (await once(socket, "data", { signal: AbortSignal.timeout(GREETING_MS) })) as [Buffer];
    return data.toString().startsWith("220");
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
