import type { Socket } from "node:net";
import { type Logger, pause } from "@satchel/chassis";
import { START_MS } from "@satchel/contracts";
import { DRAIN_MS, RESTART_MS } from "../limits.ts";
import type { HarakaProcess } from "./haraka-process.ts";

interface WorkerOptions {
  /** Starts Haraka. `onClosed` is called for each of its connections that has ended. */
  readonly start: (onClosed: () => void) => HarakaProcess;
  /** Milliseconds without a connection after which Haraka is ended. */
  readonly idleMs: number;
  readonly logger: Logger;
}

/** A Haraka that runs from its first connection until a while after the last one. It is restarted when it dies. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #haraka: HarakaProcess | undefined;
  #state: "absent" | "starting" | "taking" | "ending" = "absent";
  /** Whether the last one died, and none has started since. */
  #hasDied = false;
  /** Connections that wait for it to start. */
  #waiting: Socket[] = [];
  /** Connections that it has. */
  #given = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Ends the wait for a connection. */
  #wake = (): void => undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#ended = this.#supervise();
  }

  /** Connections that it has, or that wait for it. */
  get connections(): number {
    return this.#given + this.#waiting.length;
  }

  /** Connections that it has not taken yet. */
  get untaken(): number {
    return this.#waiting.length + (this.#haraka?.untaken() ?? 0);
  }

  /** Process id, while it runs. */
  get pid(): number | undefined {
    return this.#haraka?.child.pid;
  }

  /** Takes a new connection, of which nothing was read. */
  take(connection: Socket): void {
    if (this.#state === "taking") return this.#give(connection);
    this.#waiting.push(connection);
    // The client has given up by then: it waits five minutes for a greeting (RFC 5321 section 4.5.3.2.1).
    connection.setTimeout(START_MS, () => connection.destroy());
    this.#wake();
  }

  /** `ok` while mails are stored or nobody is connected, else the reason why they are not. */
  check(): string {
    if (this.#hasDied) return "not running";
    return this.#state === "taking" && this.#haraka?.isStoring() === false ? "opening the journal" : "ok";
  }

  /** Waits up to {@link DRAIN_MS} for mails in progress, then ends Haraka. Resolves at its end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    this.#end();
    await this.#ended;
    for (const connection of this.#waiting) connection.destroy();
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    let backoffMs: number = RESTART_MS.first;
    while (!signal.aborted) {
      if (this.#waiting.length === 0 && !this.#hasDied) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      const began = Date.now();
      await this.#run();
      if (!this.#hasDied) continue;
      // After a longer run the configuration is not the reason, so the backoff begins again.
      backoffMs = Date.now() - began > RESTART_MS.last ? RESTART_MS.first : Math.min(backoffMs * 2, RESTART_MS.last);
      await pause(backoffMs, signal);
    }
  }

  /** Runs Haraka until its end. */
  async #run(): Promise<void> {
    const { start, logger } = this.#options;
    const haraka = start(() => {
      // Its last messages may come after its end.
      if (this.#haraka === haraka) this.#closed();
    });
    [this.#haraka, this.#state] = [haraka, "starting"];
    const late = setTimeout(() => haraka.child.kill("SIGKILL"), START_MS);
    if (await haraka.ready) this.#begin();
    clearTimeout(late);
    const { code, signal } = await haraka.exited;
    this.#hasDied = !this.#isEnding();
    if (this.#hasDied) logger.error({ code, signal }, "Haraka has ended");
    clearTimeout(this.#idle);
    [this.#haraka, this.#state, this.#given] = [undefined, "absent", 0];
  }

  #begin(): void {
    if (this.#isEnding()) return;
    [this.#state, this.#hasDied] = ["taking", false];
    this.#options.logger.debug({ pid: this.pid }, "Haraka has started");
    for (const connection of this.#waiting.splice(0)) if (!connection.destroyed) this.#give(connection);
    this.#rest();
  }

  #give(connection: Socket): void {
    connection.setTimeout(0);
    clearTimeout(this.#idle);
    this.#given++;
    this.#haraka?.take(connection);
  }

  #closed(): void {
    this.#given--;
    this.#rest();
  }

  /** Ends Haraka when there was no connection for a while. */
  #rest(): void {
    if (this.#given === 0) this.#idle = setTimeout(() => this.#end(), this.#options.idleMs).unref();
  }

  #isEnding(): boolean {
    return this.#state === "ending";
  }

  #end(): void {
    const haraka = this.#haraka;
    if (haraka === undefined) return;
    this.#state = "ending";
    haraka.child.kill("SIGTERM");
    const killer = setTimeout(() => haraka.child.kill("SIGKILL"), DRAIN_MS);
    void haraka.exited.then(() => clearTimeout(killer));
  }
}
