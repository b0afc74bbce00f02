import { resolve as resolvePath } from "node:path";
import { demandPorts, isLoopback, type Logger, pause } from "@satchel/chassis";
import { START_MS } from "@satchel/contracts";
import { type MailIngestConfig, toEnvironment } from "../config.ts";
import { DRAIN_MS, RESTART_MS } from "../limits.ts";
import { type HarakaProcess, PLUGIN_URL, spawnHaraka } from "./haraka-process.ts";
import { instanceFiles, writeInstance } from "./instance.ts";
import { endOrphan, forgetProcess, rememberProcess } from "./orphan.ts";
import { certificateFiles, readCertificate } from "../tls/certificate.ts";

/** The running SMTP server. */
export interface MailIngest {
  /**
   * Resolves when mails are answered, possibly with 451. Rejects when Haraka does not start within {@link START_MS}; then it is stopped.
   */
  readonly ready: Promise<void>;
  /** The port: the configured one or, for 0, a free one, which is known when ready. */
  readonly port: number;
  /** `ok` while mail is stored, else the reason why it is not. */
  check(): string;
  /** Process id of Haraka, while it runs. */
  readonly pid: number | undefined;
  /** Waits up to {@link DRAIN_MS} for mails in progress, then ends Haraka. Resolves at its end. */
  stop(): Promise<void>;
  /** Resolves when Haraka has ended and is not restarted: after `stop`, or when it did not start. */
  readonly exited: Promise<void>;
}

/** Starts Haraka with our plugin as a child process, and restarts it when it dies. */
export function startMailIngest(config: MailIngestConfig, logger: Logger): MailIngest {
  const folder = resolvePath(config.MAIL_RUN_DIR);
  let port = config.SMTP_PORT;
  let haraka: HarakaProcess | undefined;
  let wasReady = false;
  const stopping = new AbortController();
  let resolveReady = (): void => undefined;
  let rejectReady = (_error: unknown): void => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });

  if (config.MAIL_AUTH === "off") {
    const level = isLoopback(config.SMTP_HOST) ? "info" : "warn";
    logger[level](
      { host: config.SMTP_HOST },
      "MAIL_AUTH is off: anybody who reaches this port can send mail as any user",
    );
  }

  const runOnce = async (): Promise<void> => {
    const settings = { ...config, SMTP_PORT: port };
    await writeInstance(folder, instanceFiles(settings, PLUGIN_URL));
    if (stopping.signal.aborted) return;
    haraka = spawnHaraka(folder, toEnvironment(settings), logger);
    if (haraka.child.pid !== undefined) await rememberProcess(folder, haraka.child.pid);
    const listening = await haraka.ready;
    if (listening !== undefined) {
      // A restart uses the same port, also when the first start chose a free one.
      port = listening;
      wasReady = true;
      resolveReady();
      logger.info({ port, host: config.SMTP_HOST, pid: haraka.child.pid }, "Mail is taken");
    }
    const { code, signal } = await haraka.exited;
    haraka = undefined;
    if (!stopping.signal.aborted) logger.error({ code, signal }, "Haraka has ended");
  };

  const supervise = async (): Promise<void> => {
    // A faulty certificate at the start ends the service; later faults are logged.
    const files = certificateFiles(config);
    if (files !== undefined) await readCertificate(files);
    const orphan = await endOrphan(folder);
    if (orphan !== undefined) logger.warn({ pid: orphan }, "A Haraka of an earlier run was still there and is ended");
    // At the first start an occupied port is a fault; a restart waits until the port is free.
    await demandPorts(config, ["SMTP_PORT"]);
    let backoffMs: number = RESTART_MS.first;
    while (!stopping.signal.aborted) {
      const began = Date.now();
      await runOnce();
      // After a longer run the configuration is not the reason, so the backoff begins again.
      backoffMs = Date.now() - began > RESTART_MS.last ? RESTART_MS.first : Math.min(backoffMs * 2, RESTART_MS.last);
      await pause(backoffMs, stopping.signal);
    }
    await forgetProcess(folder);
  };

  const exited = supervise().catch((error: unknown) => {
    logger.error({ err: error }, "The SMTP server can't be run");
    rejectReady(error);
  });

  const stop = async (): Promise<void> => {
    stopping.abort();
    const running = haraka?.child;
    running?.kill("SIGTERM");
    const killer = setTimeout(() => running?.kill("SIGKILL"), DRAIN_MS);
    await exited;
    clearTimeout(killer);
    rejectReady(new Error("Haraka was stopped before it took mail"));
  };

  const late = setTimeout(() => {
    if (wasReady) return;
    rejectReady(
      new Error(`Haraka did not take mail on ${config.SMTP_HOST}:${port} within ${START_MS / 60_000} minutes`),
    );
    void stop();
  }, START_MS);
  void exited.then(() => clearTimeout(late));
  ready.then(
    () => clearTimeout(late),
    () => clearTimeout(late),
  );

  return {
    ready,
    get port() {
      return port;
    },
    check: () => (haraka === undefined ? "not running" : haraka.isStoring() ? "ok" : "opening the journal"),
    get pid() {
      return haraka?.child.pid;
    },
    stop,
    exited,
  };
}
