import { resolve as resolvePath } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { demandPorts, isLoopback, type Logger } from "@satchel/chassis";
import { START_MS } from "@satchel/contracts";
import { type MailIngestConfig, toEnvironment } from "../config.ts";
import { DRAIN_MS, RESTART_MS } from "../limits.ts";
import { type HarakaProcess, PLUGIN_URL, spawnHaraka } from "./haraka-process.ts";
import { instanceFiles, writeInstance } from "./instance.ts";
import { endOrphan, forgetProcess, rememberProcess } from "./orphan.ts";
import { certificateFiles, readCertificate } from "../tls/certificate.ts";

/** The running SMTP door. */
export interface MailIngest {
  /**
   * Resolves once mails are answered, be it with 451. Rejects when Haraka does not come up within {@link START_MS}; then it is stopped.
   */
  readonly ready: Promise<void>;
  /** The port of the SMTP door: the configured one or, for 0, a free one, which is known once ready. */
  readonly port: number;
  /** `ok` while mail is stored, else the reason why it is not. */
  check(): string;
  /** Process id of Haraka, while it runs. */
  readonly pid: number | undefined;
  /** Lets mails under way be answered for {@link DRAIN_MS}, then ends Haraka. Resolves at its end. */
  stop(): Promise<void>;
  /** Resolves when Haraka has ended for good, by `stop` or because it did not come up. */
  readonly exited: Promise<void>;
}

/** Starts Haraka with our plugin as a child process, and starts it again whenever it dies. */
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
      // A restart takes the same port again, also when the first start chose a free one.
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
    // A fault of the certificate at the start ends the service; later ones are logged.
    const files = certificateFiles(config);
    if (files !== undefined) await readCertificate(files);
    const orphan = await endOrphan(folder);
    if (orphan !== undefined) logger.warn({ pid: orphan }, "A Haraka of an earlier run was still there and is ended");
    // At the first start a port that another program has is a fault; a restart waits until it is free again.
    await demandPorts(config, ["SMTP_PORT"]);
    let pause: number = RESTART_MS.first;
    while (!stopping.signal.aborted) {
      const began = Date.now();
      await runOnce();
      // After a longer run the reason is not its configuration, so the backoff begins from the first pause.
      pause = Date.now() - began > RESTART_MS.last ? RESTART_MS.first : Math.min(pause * 2, RESTART_MS.last);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await forgetProcess(folder);
  };

  const exited = supervise().catch((error: unknown) => {
    logger.error({ err: error }, "The SMTP door can't be run");
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
