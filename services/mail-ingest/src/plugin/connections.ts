import { networkOf } from "@satchel/chassis";
import { MAIL_BYTES, SMTP_DATA_RATE } from "@satchel/contracts";
import { type Answer, answers } from "../ingest/answer.ts";
import {
  ERRORS_PER_CONNECTION,
  IDLE_COMMANDS,
  MAKES_ROOM_MS,
  OVERSIZE_BYTES,
  RECIPIENT_COMMANDS,
  SLOWNESS_LOOK_MS,
} from "../limits.ts";
import { toDsn } from "./dsn.ts";
import type { HarakaConnection } from "./haraka.ts";

/** How much of everything the connections of this process may have. */
export interface Bounds {
  readonly connections: number;
  readonly connectionsPerClient: number;
  /** Milliseconds without a whole command. */
  readonly commandMs: number;
  /** Milliseconds that a mail's text may stall. */
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
  /** Whom it is waited for: the client's next command, the rest of its mail's text, or our answer. */
  phase: "command" | "data" | "answer";
  /** When the phase began. */
  since: number;
  /** Octets that came of the mail under way. */
  bytes: number;
  /** Octets of it that are held, until it is answered. */
  held: number;
  /** The mail's text was more than could be held, and is not complete. */
  overflowed: boolean;
}

/** The open connections: bounds them in number, time and memory, and says goodbye to them at a stop. */
export class Connections {
  readonly #open = new Map<HarakaConnection, State>();
  readonly #bounds: Bounds;
  #held = 0;
  #drained: (() => void) | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    setInterval(() => this.#endTheSlow(Date.now()), SLOWNESS_LOOK_MS).unref();
  }

  /** Takes a new connection in; an answer means that it must go. */
  open(connection: HarakaConnection): Answer | undefined {
    if (this.#drained !== undefined) return answers.stopping;
    const network = networkOf(connection.remote.ip);
    const siblings = [...this.#open.values()].filter((state) => state.network === network).length;
    if (siblings >= this.#bounds.connectionsPerClient) return answers.tooManyConnections;
    if (this.#open.size >= this.#bounds.connections && !this.#makeRoom(Date.now())) return answers.tooManyConnections;
    this.#open.set(connection, {
      network,
      errors: 0,
      commands: 0,
      recipients: 0,
      phase: "command",
      since: Date.now(),
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

  /** Counts a refused command; an answer means that these were enough. */
  refused(connection: HarakaConnection): Answer | undefined {
    const state = this.#open.get(connection);
    return state !== undefined && ++state.errors >= ERRORS_PER_CONNECTION ? answers.tooManyErrors : undefined;
  }

  /** Counts a whole command; an answer means that these were enough. */
  command(connection: HarakaConnection, verb: string): Answer | undefined {
    const state = this.#open.get(connection);
    if (state === undefined) return undefined;
    state.since = Date.now();
    const many = verb === "RCPT" ? ++state.recipients > RECIPIENT_COMMANDS : ++state.commands > IDLE_COMMANDS;
    return many ? answers.tooManyCommands : undefined;
  }

  /** Whether a mail that is announced to be so large can be held. */
  hasRoomFor(bytes: number): boolean {
    return this.#held + bytes <= this.#bounds.memory;
  }

  /** A mail's text begins to come in. */
  begin(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state === undefined) return;
    this.#release(state);
    Object.assign(state, { phase: "data", since: Date.now(), bytes: 0, overflowed: false });
  }

  /**
   * Some of a mail's text came in.
   * @returns "held" while it can be held, "overflowed" when the rest is to be thrown away; an answer when it never ends
   */
  data(connection: HarakaConnection, bytes: number): "held" | "overflowed" | Answer {
    const state = this.#open.get(connection);
    if (state === undefined) return "held";
    state.bytes += bytes;
    if (state.bytes > OVERSIZE_BYTES) return answers.oversize;
    if (state.overflowed) return "overflowed";
    // Haraka keeps nothing of what is beyond the announced size.
    const more = Math.min(bytes, MAIL_BYTES - state.held);
    if (this.hasRoomFor(more)) {
      state.held += more;
      this.#held += more;
      return "held";
    }
    state.overflowed = true;
    this.#release(state);
    return "overflowed";
  }

  /** The whole text is here and is being judged. @returns whether all of it was held */
  complete(connection: HarakaConnection): boolean {
    const state = this.#open.get(connection);
    if (state !== undefined) state.phase = "answer";
    return state?.overflowed !== true;
  }

  /** The mail is answered, or gone with its connection. */
  end(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state === undefined || state.phase === "command") return;
    this.#release(state);
    Object.assign(state, { phase: "command", since: Date.now(), commands: 0, recipients: 0 });
    if (this.#drained !== undefined) setImmediate(() => dismiss(connection, answers.stopping));
  }

  /** Takes nothing new, lets mails under way be answered, closes the rest; resolves when none is open. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained = resolve;
      for (const [connection, { phase }] of this.#open) if (phase === "command") dismiss(connection, answers.stopping);
      if (this.#open.size === 0) resolve();
    });
  }

  #release(state: State | undefined): void {
    if (state === undefined) return;
    this.#held -= state.held;
    state.held = 0;
  }

  /** When something was last got on with. For a mail's text by the octets that came, so that one octet is not much. */
  #progress({ phase, since, bytes }: State, now: number): number {
    if (phase === "answer") return now;
    return phase === "command" ? since : Math.min(now, since + (bytes / SMTP_DATA_RATE) * 1000);
  }

  #endTheSlow(now: number): void {
    for (const [connection, state] of this.#open) {
      const { commandMs, dataMs } = this.#bounds;
      const waited = now - this.#progress(state, now);
      if (waited > (state.phase === "data" ? dataMs : commandMs)) dismiss(connection, answers.tooSlow);
    }
  }

  /** Ends the connection that has got on with nothing for the longest time, if that is long. */
  #makeRoom(now: number): boolean {
    const [slowest] = [...this.#open]
      .map(([connection, state]) => ({ connection, progress: this.#progress(state, now) }))
      .toSorted((a, b) => a.progress - b.progress);
    if (slowest === undefined || now - slowest.progress < MAKES_ROOM_MS) return false;
    dismiss(slowest.connection, answers.makingRoom);
    return true;
  }
}

/** Says a last word to a client, and closes. */
export const dismiss = (connection: HarakaConnection, answer: Answer): void =>
  connection.respond(answer.code, toDsn(answer), () => connection.disconnect());
