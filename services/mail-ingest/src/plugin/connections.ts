import { networkOf } from "@satchel/chassis";
import { MAIL_BYTES, SMTP_DATA_RATE } from "@satchel/contracts";
import { type Answer, answers } from "../domain/answers.ts";
import {
  ERRORS_PER_CONNECTION,
  IDLE_COMMANDS,
  EVICTION_IDLE_MS,
  OVERSIZE_BYTES,
  PIPELINED_BYTES,
  RECIPIENT_COMMANDS,
  SLOWNESS_CHECK_MS,
} from "../limits.ts";
import { faultIn } from "./command-octets.ts";
import { type HarakaConnection, toDsn } from "./haraka.ts";

/** The limits of the connections of this process. */
interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerClient: number;
  /** Milliseconds that a client may take for one command. */
  readonly commandMs: number;
  /** Milliseconds that the text of a mail may lag behind {@link SMTP_DATA_RATE}. */
  readonly dataMs: number;
  /** Octets of mails in memory at the same time. */
  readonly memory: number;
}

interface ConnectionState {
  readonly network: string;
  errors: number;
  /** Commands since the last mail, and those of them that were RCPT. */
  commands: number;
  recipients: number;
  /** What comes next: a command, our answer to DATA, the rest of the mail's text, or our answer to the mail. */
  phase: "command" | "data-requested" | "data" | "answer";
  /** Milliseconds since the epoch: when the phase began or, for commands, the last one was answered. */
  since: number;
  /** The last octet. */
  last: number;
  /** Received octets of the current mail. */
  bytes: number;
  /** Octets of it in memory, until it is answered. */
  held: number;
  /** There was no memory for the whole text. */
  hasOverflowed: boolean;
}

/** Replies to commands that count as errors: unknown commands, recipients that are not ours, and mails over a limit. */
const ERRORS: ReadonlySet<number> = new Set([451, 500, 502, 550]);

/** Replies that are not counted: they answer no command, or close the connection. */
const UNCOUNTED: ReadonlySet<number> = new Set([220, 221, 421]);

/** The open connections: limits their number, time and memory, and closes them at a stop. */
export class Connections {
  readonly #open = new Map<HarakaConnection, ConnectionState>();
  readonly #limits: ConnectionLimits;
  #held = 0;
  #drained: (() => void) | undefined;
  /** Runs while there are connections. */
  #slownessCheck: NodeJS.Timeout | undefined;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Registers a new connection.
   * @returns the answer with which to close it when there is no slot for it
   */
  open(connection: HarakaConnection): Answer | undefined {
    if (this.#drained !== undefined) return answers.stopping;
    const network = networkOf(connection.remote.ip);
    const siblings = [...this.#open.values()].filter((state) => state.network === network).length;
    if (siblings >= this.#limits.connectionsPerClient) return answers.tooManyConnections;
    if (this.#open.size >= this.#limits.connections && !this.#evictSlowest(Date.now()))
      return answers.tooManyConnections;
    this.#open.set(connection, {
      network,
      errors: 0,
      commands: 0,
      recipients: 0,
      phase: "command",
      since: Date.now(),
      last: 0,
      bytes: 0,
      held: 0,
      hasOverflowed: false,
    });
    this.#slownessCheck ??= setInterval(() => this.#closeSlow(Date.now()), SLOWNESS_CHECK_MS).unref();
    return undefined;
  }

  close(connection: HarakaConnection): void {
    this.#release(this.#open.get(connection));
    this.#open.delete(connection);
    if (this.#open.size > 0) return;
    clearInterval(this.#slownessCheck);
    this.#slownessCheck = undefined;
    this.#drained?.();
  }

  /**
   * Counts the answer to a command before it is sent.
   * @returns the answer to send instead, with which to close the connection, when a limit is exceeded
   */
  countAnswer(connection: HarakaConnection, verb: string, code: number): Answer | undefined {
    const state = this.#open.get(connection);
    if (state === undefined || state.phase === "answer" || UNCOUNTED.has(code)) return undefined;
    if (state.phase === "command") state.since = Date.now();
    if (ERRORS.has(code) && ++state.errors >= ERRORS_PER_CONNECTION) return answers.tooManyErrors;
    const many = verb === "RCPT" ? ++state.recipients > RECIPIENT_COMMANDS : ++state.commands > IDLE_COMMANDS;
    return many ? answers.tooManyCommands : undefined;
  }

  /**
   * Checks octets before Haraka reads them.
   * @returns "discard" when there is no memory for the rest of the mail's text; an answer with which to close the connection
   */
  input(connection: HarakaConnection, data: Buffer): "discard" | Answer | undefined {
    const state = this.#open.get(connection);
    if (state === undefined) return undefined;
    const { last } = state;
    state.last = data.at(-1) ?? last;
    if (state.phase === "data") return this.#countText(state, data.length);
    // A client must wait for 354, so that no text is taken for commands, and no commands for text.
    if (state.phase === "data-requested") return answers.tooEarly;
    if ((connection.current_data?.length ?? 0) + data.length > PIPELINED_BYTES) return answers.tooManyAtOnce;
    return faultIn(data, last);
  }

  /** Whether there is memory for a mail of this announced size. */
  hasMemoryFor(bytes: number): boolean {
    return this.#held + bytes <= this.#limits.memory;
  }

  /** The client has sent DATA. */
  requestData(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state !== undefined) state.phase = "data-requested";
  }

  /** The client may send a mail's text. */
  beginData(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state === undefined) return;
    this.#release(state);
    Object.assign(state, { phase: "data", since: Date.now(), bytes: 0, hasOverflowed: false });
  }

  /**
   * The text is complete.
   * @returns whether all of it is in memory; an answer when the commands after it close the connection
   */
  endData(connection: HarakaConnection): boolean | Answer {
    const state = this.#open.get(connection);
    if (state === undefined) return true;
    state.phase = "answer";
    return faultIn(connection.current_data ?? Buffer.alloc(0)) ?? !state.hasOverflowed;
  }

  /** The mail was answered, or its transaction was reset. */
  endMail(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state === undefined || state.phase === "command") return;
    this.#release(state);
    const counts = state.phase === "data-requested" ? {} : { commands: 0, recipients: 0 };
    Object.assign(state, { phase: "command", since: Date.now(), ...counts });
    if (this.#drained !== undefined) setImmediate(() => dismiss(connection, answers.stopping));
  }

  /**
   * Refuses new connections, closes those without a mail at once and the others after their answer. Resolves when none is
   * open.
   */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained = resolve;
      for (const [connection, { phase }] of this.#open) if (phase === "command") dismiss(connection, answers.stopping);
      if (this.#open.size === 0) resolve();
    });
  }

  #countText(state: ConnectionState, bytes: number): "discard" | Answer | undefined {
    state.bytes += bytes;
    if (state.bytes > OVERSIZE_BYTES) return answers.oversize;
    if (state.hasOverflowed) return undefined;
    // Octets beyond the largest size are not stored.
    const more = Math.min(bytes, MAIL_BYTES - state.held);
    if (!this.hasMemoryFor(more)) {
      state.hasOverflowed = true;
      this.#release(state);
      return "discard";
    }
    state.held += more;
    this.#held += more;
    return undefined;
  }

  #release(state: ConnectionState | undefined): void {
    if (state === undefined) return;
    this.#held -= state.held;
    state.held = 0;
  }

  /**
   * The time of the last progress. For a mail's text it is computed from the received octets, so a single octet is little
   * progress.
   */
  #progress({ phase, since, bytes }: ConnectionState, now: number): number {
    if (phase === "answer" || phase === "data-requested") return now;
    return phase === "command" ? since : Math.min(now, since + (bytes / SMTP_DATA_RATE) * 1000);
  }

  #closeSlow(now: number): void {
    for (const [connection, state] of this.#open) {
      const { commandMs, dataMs } = this.#limits;
      const waited = now - this.#progress(state, now);
      if (waited > (state.phase === "data" ? dataMs : commandMs)) dismiss(connection, answers.tooSlow);
    }
  }

  /** Closes the connection without progress for the longest time, if that is at least {@link EVICTION_IDLE_MS}. */
  #evictSlowest(now: number): boolean {
    const [slowest] = [...this.#open]
      .map(([connection, state]) => ({ connection, progress: this.#progress(state, now) }))
      .toSorted((a, b) => a.progress - b.progress);
    if (slowest === undefined || now - slowest.progress < EVICTION_IDLE_MS) return false;
    dismiss(slowest.connection, answers.evicted);
    return true;
  }
}

/** Sends a last answer to a client, and closes the connection. */
export const dismiss = (connection: HarakaConnection, answer: Answer): void =>
  connection.respond(answer.code, toDsn(answer), () => connection.disconnect());
