import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigurationError } from "./configuration.ts";

/** The settings of addresses to listen on, each with that of its port. */
const LISTENING = [
  ["HOST", "PORT"],
  ["SMTP_HOST", "SMTP_PORT"],
  ["ADMIN_HOST", "ADMIN_PORT"],
  ["OPERATIONS_HOST", "OPERATIONS_PORT"],
] as const;

/** A setting that names a port to listen on. */
type PortSetting = (typeof LISTENING)[number][1];

/**
 * The faults of ports to listen on, one line each: a port is in use, belongs to two settings, or may not be opened by this
 * account, or the address is not of this machine. Each port is opened for a moment to find out.
 * @param names of the settings; one that is not set or 0 (any free port) has no fault
 */
export async function portFaults(
  settings: Readonly<Record<string, unknown>>,
  names: readonly PortSetting[],
): Promise<string[]> {
  const ports = LISTENING.flatMap(([hostName, name]) => {
    const [host, port] = [settings[hostName], settings[name]];
    if (!names.includes(name) || typeof host !== "string" || typeof port !== "number" || port === 0) return [];
    return [{ name, hostName, host: host.replace(/^\[(.*)\]$/, "$1"), port }];
  });
  const faults = await Promise.all(
    ports.map(async (each, index) => {
      const same = ports.slice(0, index).find(({ host, port }) => port === each.port && host === each.host);
      if (same !== undefined)
        return `${each.name} is ${each.port}, and so is ${same.name}: each needs a port of its own`;
      const code = await lastingFault(each);
      return code === undefined ? undefined : describe(code, each);
    }),
  );
  return faults.filter((fault) => fault !== undefined);
}

/** Milliseconds for which a port in use is retried, and between two attempts: a killed program may be ending. */
const IN_USE_MS = { most: 700, retry: 50 };

async function lastingFault({ host, port }: ListeningPort): Promise<string | undefined> {
  const deadline = performance.now() + IN_USE_MS.most;
  for (;;) {
    const code = await listeningFault(host, port);
    if (code !== "EADDRINUSE" || performance.now() > deadline) return code;
    await delay(IN_USE_MS.retry);
  }
}

/** @throws {ConfigurationError} where there are {@link portFaults} */
export async function demandPorts(
  settings: Readonly<Record<string, unknown>>,
  names: readonly PortSetting[],
): Promise<void> {
  const faults = await portFaults(settings, names);
  if (faults.length > 0) throw new ConfigurationError(faults);
}

interface ListeningPort {
  readonly name: string;
  readonly hostName: string;
  readonly host: string;
  readonly port: number;
}

function describe(code: string, { name, hostName, host, port }: ListeningPort): string {
  if (code === "EADDRINUSE") {
    return `${name}: port ${port} is in use on ${host} by another program: end it, or choose another port, for example ${name}=${port + 1}`;
  }
  if (code === "EACCES" || code === "EPERM") {
    return `${name}: this account may not open port ${port}: choose one from 1024 on, for example ${name}=${port + 8000}`;
  }
  return `${hostName} is no address of this machine (it is ${JSON.stringify(host)}, ${code}), for example ${hostName}=127.0.0.1`;
}

/** The code of the error at which listening fails; undefined where it does not. */
async function listeningFault(host: string, port: number): Promise<string | undefined> {
  const server = createServer().listen({ host, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
  server.close();
  await once(server, "close");
  return undefined;
}
