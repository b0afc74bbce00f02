import { type Answer, answers } from "../ingest/answer.ts";
import { CONNECTIONS, CONNECTIONS_PER_HOST, ERRORS_PER_CONNECTION } from "../limits.ts";
import { toDsn } from "./dsn.ts";
import type { HarakaConnection } from "./haraka.ts";

interface State {
  errors: number;
  /** A mail's text is on its way in or being judged. */
  busy: boolean;
}

/** The open connections: bounds them, and says goodbye to them at a stop. */
export class Connections {
  readonly #open = new Map<HarakaConnection, State>();
  #drained: (() => void) | undefined;

  /** Takes a new connection in; an answer means that it must go. */
  open(connection: HarakaConnection): Answer | undefined {
    const sameHost = [...this.#open.keys()].filter(({ remote }) => remote.ip === connection.remote.ip).length;
    if (this.#drained !== undefined) return answers.stopping;
    if (this.#open.size >= CONNECTIONS || sameHost >= CONNECTIONS_PER_HOST) return answers.tooManyConnections;
    this.#open.set(connection, { errors: 0, busy: false });
    return undefined;
  }

  close(connection: HarakaConnection): void {
    this.#open.delete(connection);
    if (this.#open.size === 0) this.#drained?.();
  }

  /** Counts a refused command; an answer means that these were enough. */
  refused(connection: HarakaConnection): Answer | undefined {
    const state = this.#open.get(connection);
    return state !== undefined && ++state.errors >= ERRORS_PER_CONNECTION ? answers.tooManyErrors : undefined;
  }

  /** A mail's text begins to come in. */
  begin(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state !== undefined) state.busy = true;
  }

  /** The mail is answered, or gone with its connection. */
  end(connection: HarakaConnection): void {
    const state = this.#open.get(connection);
    if (state === undefined || !state.busy) return;
    state.busy = false;
    if (this.#drained !== undefined) setImmediate(() => dismiss(connection));
  }

  /** Takes nothing new, lets mails under way be answered, closes the rest; resolves when none is open. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained = resolve;
      for (const [connection, { busy }] of this.#open) if (!busy) dismiss(connection);
      if (this.#open.size === 0) resolve();
    });
  }
}

const dismiss = (connection: HarakaConnection): void =>
  connection.respond(answers.stopping.code, toDsn(answers.stopping), () => connection.disconnect());
