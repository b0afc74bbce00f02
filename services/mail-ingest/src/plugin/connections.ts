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
export interface Bounds {
  readonly connections: number;
  readonly connectionsPerClient: number;
  /** Milliseconds that a client may take for one command. */
  readonly commandMs: number;
  /** Milliseconds that the text of a mail may be behind {@link SMTP_DATA_RATE}. */
  readonly dataMs: number;
  /** Octets of mails that are held at the same time. */
  readonly memory: number;
}

interface State {
  readonly network: string;
  errors: number;
  /** Commands since the last mail, and those of them that were RCPT. */
  commands: number;
  recipients: number;
  /** What is waited for: the client's next command, our answer to DATA, the rest of the mail's text, or our answer to the mail. */
  phase: "command" | "asked" | "data" | "answer";
  /** Milliseconds since the epoch: when the phase began or, for commands, the last one was answered. */
  since: number;
  /** The octet that came last. */
  last: number;
  /** Octets that came of the mail under way. */
  bytes: number;
  /** Octets of it that are held, until it is answered. */
  held: number;
  /** The mail's text was more than could be held, and is not complete. */
  overflowed: boolean;
}

/** Replies to commands that count as errors: unknown commands, recipients that are not ours, and mails over a limit. */
const ERRORS: ReadonlySet<number> = new Set([451, 500, 502, 550]);

/** Replies that answer no command of their own, or are the last ones. */
const UNCOUNTED: ReadonlySet<number> = new Set([220, 221, 421]);

/** The open connections: limits their number, time and memory, and closes them at a stop. */
export class Connections {
  readonly #open = new Map<HarakaConnection, State>();
  readonly #bounds: Bounds;
  #held = 0;
  #drained: (() => void) | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    setInterval(() => this.#endTheSlow(Date.now()), SLOWNESS_CHECK_MS).unref();
  }

  /**
   * Registers a new connection.
   * @returns the answer with which to close it when there is no slot for it
   */
  open(connection: HarakaConnection): Answer | undefined {
    if (this.#drained !== undefined) return answers.stopping;
    const network = networkOf(connection.remote.ip);
    const siblings = [...this.#open.values()].filter((state) => state.network === network).length;
    if (siblings >= this.#bounds.connectionsPerClient) return answers.tooManyConnections;
    if (this.#open.size >= this.#bounds.connections && !this.#evictSlowest(Date.now()))
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
      overflowed: false,
    });
    return undefined;
  }

  close(connection: HarakaConnection): void {
    this.#release(this.#open.get(connection));
    this.#open.delete(connection);
    if (this.#open.size === 0) this.#drained?.();
  }

  /** Counts the answer to a command, which is about to be sent; gives the one to send instead, and to close with, when these were enough. */
  answered(connection: HarakaConnection, verb: string, code: number): Answer | undefined {
    const state = this.#open.get(connection);
    if (state === undefined || state.phase === "answer" || UNCOUNTED.has(code)) return undefined;
    if (state.phase === "command") state.since = Date.now();
    if (ERRORS.has(code) && ++state.errors >= ERRORS_PER_CONNECTION) return answers.tooManyErrors;
    const many = verb === "RCPT" ? ++state.recipients > RECIPIENT_COMMANDS : ++state.commands > IDLE_COMMANDS;
    return many ? answers.tooManyCommands : undefined;
  }

  /**
   * Octets came in, and Haraka has not read them yet.
   * @returns "discard" when the rest of the mail's text is to be thrown away, for there is no memory for it; an answer when the connection
   * is to be closed
   */
  input(connection: HarakaConnection, data: Buffer): "discard" | Answer | undefined {
    const state = this.#open.get(connection);
    if (state === undefined) return undefined;
    const { last } = state;
    state.last = data.at(-1) ?? last;
    if (state.phase === "data") return this.#text(state, data.length);
    // A client must wait for 354, so that no text is taken for commands, and no commands for text.
    if (state.phase === "asked") return answers.tooEarly;
    if ((connection.current_data?.length ?? 0) + data.length > PIPELINED_BYTES) return answers.tooManyAtOnce;
    return faultIn(data, last);
  }

  /** Whether a mail that is announced to be so large can be held. */
  hasMemoryFor(bytes: number): boolean {
    return this.#held + bytes <= this.#bounds.memory;
  }

  /** The client asks to send a mail's text. */
  ask(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state !== undefined) state.phase = "asked";
  }

  /** A mail's text begins to come in. */
  begin(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state === undefined) return;
    this.#release(state);
    Object.assign(state, { phase: "data", since: Date.now(), bytes: 0, overflowed: false });
  }

  /** The text is whole. @returns whether all of it was held; an answer when the commands that came behind it close the connection */
  complete(connection: HarakaConnection): boolean | Answer {
    const state = this.#open.get(connection);
    if (state === undefined) return true;
    state.phase = "answer";
    return faultIn(connection.current_data ?? Buffer.alloc(0)) ?? !state.overflowed;
  }

  /** The mail was answered, or ended with its connection. */
  end(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state === undefined || state.phase === "command") return;
    this.#release(state);
    const counts = state.phase === "asked" ? {} : { commands: 0, recipients: 0 };
    Object.assign(state, { phase: "command", since: Date.now(), ...counts });
    if (this.#drained !== undefined) setImmediate(() => dismiss(connection, answers.stopping));
  }

  /**
   * Refuses new connections, closes those without a mail at once and the others after their answer. Resolves when none is open.
   */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained = resolve;
      for (const [connection, { phase }] of this.#open) if (phase === "command") dismiss(connection, answers.stopping);
      if (this.#open.size === 0) resolve();
    });
  }

  /** So many octets of a mail's text came in. */
  #text(state: State, bytes: number): "discard" | Answer | undefined {
    state.bytes += bytes;
    if (state.bytes > OVERSIZE_BYTES) return answers.oversize;
    if (state.overflowed) return undefined;
    // Nothing is kept of what is beyond the announced size.
    const more = Math.min(bytes, MAIL_BYTES - state.held);
    if (!this.hasMemoryFor(more)) {
      state.overflowed = true;
      this.#release(state);
      return "discard";
    }
    state.held += more;
    this.#held += more;
    return undefined;
  }

  #release(state: State | undefined): void {
    if (state === undefined) return;
    this.#held -= state.held;
    state.held = 0;
  }

  /**
   * The time of the last progress. For a mail's text it follows from the octets that came, so a single octet is little progress.
   */
  #progress({ phase, since, bytes }: State, now: number): number {
    if (phase === "answer" || phase === "asked") return now;
    return phase === "command" ? since : Math.min(now, since + (bytes / SMTP_DATA_RATE) * 1000);
  }

  #endTheSlow(now: number): void {
    for (const [connection, state] of this.#open) {
      const { commandMs, dataMs } = this.#bounds;
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

/** Sends a last answer to a client, and closes. */
export const dismiss = (connection: HarakaConnection, answer: Answer): void =>
  connection.respond(answer.code, toDsn(answer), () => connection.disconnect());
