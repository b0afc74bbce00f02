import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { resolve as resolvePath } from "node:path";
import { demandPorts, isLoopback, type Logger } from "@satchel/chassis";
import { type MailIngestConfig, toEnvironment } from "../config.ts";
import { HARAKA_IDLE_MS, UNTAKEN_MAX } from "../limits.ts";
import { certificateFiles, readCertificate } from "../tls/certificate.ts";
import { PLUGIN_URL, spawnHaraka } from "./haraka-process.ts";
import { instanceFiles, writeInstance } from "./instance.ts";
import { Worker } from "./worker.ts";

/** The SMTP server: its port, and the processes of Haraka that get its connections. */
export interface MailIngest {
  /** Resolves when connections are taken. Rejects when the port can't be opened or the certificate can't be used. */
  readonly ready: Promise<void>;
  /** The port: the configured one or, for 0, a free one, which is known when ready. */
  readonly port: number;
  /** `ok` while mail is stored, else the reason why it is not. */
  check(): string;
  /** Process ids of those that run. */
  readonly pids: readonly number[];
  /** Takes no more connections, and waits for mails in progress. */
  stop(): Promise<void>;
}

/**
 * Opens the port of mail. Haraka runs while there are connections ({@link Worker}).
 * @param idleMs milliseconds without a connection after which a Haraka is ended
 */
export function startMailIngest(config: MailIngestConfig, logger: Logger, idleMs = HARAKA_IDLE_MS): MailIngest {
  const folder = resolvePath(config.MAIL_RUN_DIR);
  const start = (onClosed: () => void) => spawnHaraka({ folder, settings: toEnvironment(config), logger, onClosed });
  const workers = Array.from(
    { length: Math.max(1, config.SMTP_PROCESSES) },
    () => new Worker({ start, idleMs, logger }),
  );
  // Nothing that a stranger sends is read here.
  const server = createServer({ pauseOnConnect: true }, (connection) => {
    connection.on("error", () => undefined);
    const [least] = workers.toSorted((a, b) => a.connections - b.connections);
    if (least === undefined || least.untaken >= UNTAKEN_MAX) connection.destroy();
    else least.take(connection);
  });

  if (config.MAIL_AUTH === "off") {
    const level = isLoopback(config.SMTP_HOST) ? "info" : "warn";
    logger[level](
      { host: config.SMTP_HOST },
      "MAIL_AUTH is off: anybody who reaches this port can send mail as any user",
    );
  }

  let port = config.SMTP_PORT;
  async function open(): Promise<void> {
    // A faulty certificate at the start ends the service; later faults are logged.
    const files = certificateFiles(config);
    if (files !== undefined) await readCertificate(files);
    await demandPorts(config, ["SMTP_PORT"]);
    await writeInstance(folder, instanceFiles(config, PLUGIN_URL));
    server.listen(port, config.SMTP_HOST.replace(/^\[|\]$/g, ""));
    await once(server, "listening");
    // Such as too many open files. The next connection may be taken again.
    server.on("error", (err) => logger.error({ err }, "A connection can't be taken"));
    ({ port } = server.address() as AddressInfo);
    logger.info({ port, host: config.SMTP_HOST }, "Mail is taken");
  }

  return {
    ready: open(),
    get port() {
      return port;
    },
    check: () => workers.map((worker) => worker.check()).find((check) => check !== "ok") ?? "ok",
    get pids() {
      return workers.flatMap(({ pid }) => pid ?? []);
    },
    stop: async () => {
      server.close();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
