import { once } from "node:events";
import { connect } from "node:net";
import { readFile } from "node:fs/promises";
import { portFaults } from "@satchel/chassis";
import { VERSION } from "@satchel/contracts";
import { type Finding, ok, warning, wrong } from "@satchel/mail-ingest/doctor";
import type { Settings } from "../settings.ts";
import { runningFile } from "../system.ts";

const local = (host: string): string => (host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host);

/** A running Satchel: its page, its mail server, its version. One that is stopped: whether its ports are free. */
export async function checkRunning(settings: Settings, timeoutMs: number): Promise<Finding[]> {
  const { DATA_DIR, HOST, PORT, SMTP_HOST, SMTP_PORT, ADMIN_TOKEN } = settings;
  const isRunning = await readFile(runningFile(DATA_DIR)).then(
    () => true,
    () => false,
  );
  if (!isRunning) {
    const names = ["PORT", "SMTP_PORT", "OPERATIONS_PORT", ...(ADMIN_TOKEN === undefined ? [] : ["ADMIN_PORT"])];
    const faults = await portFaults(settings, names as Parameters<typeof portFaults>[1]);
    return [
      warning("running", `Satchel does not run on ${DATA_DIR}.`, "Start it: npm start, or systemctl start satchel."),
      ...faults.map((fault) => wrong("ports", fault, "End the other program, or choose another port.")),
      ...(faults.length === 0 ? [ok("ports", "All ports that it will listen on are free.")] : []),
    ];
  }
  const page = `http://${local(HOST)}:${PORT}`;
  return [...(await checkPage(page, timeoutMs)), await checkMailPort(local(SMTP_HOST), SMTP_PORT, timeoutMs)];
}

async function checkPage(page: string, timeoutMs: number): Promise<Finding[]> {
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(page + path, { signal: AbortSignal.timeout(timeoutMs) })).json();
  try {
    const { status, checks = {} } = (await ask("/api/health")) as { status?: string; checks?: Record<string, string> };
    const unready = Object.entries(checks).flatMap(([part, found]) => (found === "ok" ? [] : [part]));
    const todo =
      "Its log says why, and /health/ready of OPERATIONS_PORT; after an upgrade tables are being built: wait.";
    const health =
      status === "ready"
        ? ok("running", `${page} is ready.`)
        : wrong("running", `Not ready: ${unready.join(", ")}.`, todo);
    const { info } = (await ask("/api/openapi.json")) as { info?: { version?: string } };
    const version =
      info?.version === VERSION
        ? ok("version", `It is ${VERSION}.`)
        : warning("version", `${info?.version} runs, and ${VERSION} is installed here.`, "Start it again.");
    return [health, version];
  } catch (error) {
    const reason = error instanceof Error ? ((error.cause as { code?: string } | undefined)?.code ?? error.name) : "";
    const todo = `Look at the log. If nothing runs, it was killed: start it. If it runs with another PORT, give this the same.`;
    return [wrong("running", `${page} does not answer (${reason}).`, todo)];
  }
}

async function checkMailPort(host: string, port: number, timeoutMs: number): Promise<Finding> {
  const socket = connect({ host, port });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error("no greeting")));
  try {
    const [greeting] = (await once(socket, "data")) as [Buffer];
    if (greeting.toString("latin1").startsWith("220 ")) return ok("mail port", `Mail is taken at ${host}:${port}.`);
    return wrong(
      "mail port",
      `${host}:${port} greets with ${greeting.toString("latin1", 0, 80)}.`,
      "Look at the log of mail-ingest.",
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return wrong(
      "mail port",
      `No mail is taken at ${host}:${port} (${code ?? message}).`,
      "Look at the log of mail-ingest, and at SMTP_PORT.",
    );
  } finally {
    socket.destroy();
  }
}
