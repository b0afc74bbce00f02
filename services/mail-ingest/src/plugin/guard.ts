import { type Answer, answers } from "../ingest/answer.ts";
import { PIPELINED_BYTES, UNREAD_BYTES } from "../limits.ts";
import { type Connections, dismiss } from "./connections.ts";
import { toDsn } from "./dsn.ts";
import { connectionClass, discardData, type HarakaConnection, STATE, textOf } from "./haraka.ts";
import type { MailText } from "./mail-text.ts";
import { polishReply } from "./replies.ts";

/** The methods of Haraka's connections that are guarded; `cmd_*` are its commands. */
interface ConnectionMethods {
  process_data: (this: HarakaConnection, data: Buffer) => void;
  _process_data: (this: HarakaConnection) => void;
  process_line: (this: HarakaConnection, line: Buffer) => void;
  cmd_internalcmd: unknown;
}

interface ConnectionClass {
  readonly prototype: ConnectionMethods;
  setupClient: (connection: HarakaConnection) => void;
}

/** States in which what comes in are commands. */
const IN_COMMANDS: ReadonlySet<number> = new Set([STATE.CMD, STATE.PAUSE, STATE.PAUSE_SMTP, STATE.PAUSE_DATA]);

/**
 * Puts our bounds around all of Haraka's connections. Its hooks are asked about commands that it has understood; what comes in
 * faster or slower, longer or otherwise than a command is decided before any hook (decision 21).
 */
export function guardConnections(connections: Connections): void {
  const haraka = connectionClass() as ConnectionClass;
  const { prototype, setupClient } = haraka;
  const { process_data: processData, _process_data: workOn, process_line: processLine } = prototype;

  haraka.setupClient = (connection) => {
    guardAnswers(connection);
    setupClient(connection);
  };

  // Haraka's own commands over SMTP are not for anybody.
  prototype.cmd_internalcmd = undefined;

  prototype.process_data = function (data) {
    if (this.state === STATE.DATA) {
      const took = connections.data(this, data.length);
      if (took === "overflowed") discardData(this);
      else if (typeof took === "object") return dismiss(this, took);
    }
    processData.call(this, data);
    if (IN_COMMANDS.has(this.state) && (this.current_data?.length ?? 0) > PIPELINED_BYTES)
      dismiss(this, answers.tooManyAtOnce);
  };

  prototype._process_data = function () {
    if (this.state === STATE.DATA) {
      const text = textOf(this.transaction);
      if (text !== undefined) return takeText(this, text);
    }
    // What comes while a hook is at work waits: the answer takes it up. Haraka would look again and again, which keeps a
    // processor busy as long as the hook takes.
    const waits =
      this.state === STATE.PAUSE_SMTP ||
      this.state === STATE.PAUSE_DATA ||
      (this.state === STATE.PAUSE && !this.proxy.allowed);
    if (!waits) return workOn.call(this);
    if (!this.esmtp && (this.current_data?.includes(0x0a) ?? false)) this.early_talker = true;
  };

  prototype.process_line = function (line) {
    if (this.state !== STATE.CMD || this.proxy.allowed) return processLine.call(this, line);
    const text = line.toString("latin1");
    const verb = verbOf(text);
    this.current_line = verb;
    const enough = connections.command(this, verb);
    if (enough !== undefined) return dismiss(this, enough);
    if (!text.endsWith("\r\n")) return dismiss(this, answers.bareLineFeed);
    // RFC 5321 section 4.1.2: no command has them; programs disagree on what a lone CR or NUL means.
    if (hasControlCharacter(text.slice(0, -2))) return refuse(this, answers.controlCharacter, connections);
    processLine.call(this, line);
  };
}

/** Gives what came in to the text of the mail under way, and goes on when that is whole. */
function takeText(connection: HarakaConnection, text: MailText): void {
  const { transaction, current_data: data } = connection;
  connection.current_data = null;
  if (transaction === null || data === null) return;
  const taken = text.take(data);
  transaction.data_bytes = text.bytes;
  if (taken === "more") return;
  if (taken === "bare-line-feed") return dismiss(connection, answers.bareLineFeed);
  connection.data_done();
  // Commands may come along with the end (RFC 2920 section 3.1), and are carried out once the mail is answered. Haraka drops them, as
  // another server may have read another end; the only end that is taken here, a dot between two CRLF, is one that no server passes on.
  connection.awaiting_data_reply = false;
  connection.current_data = taken.behind;
}

/** Counts a refused command and answers it. */
function refuse(connection: HarakaConnection, answer: Answer, connections: Connections): void {
  const enough = connections.refused(connection);
  if (enough === undefined) connection.respond(answer.code, toDsn(answer));
  else dismiss(connection, enough);
}

/** All answers go out as we promise them, and not to clients that don't read them. */
function guardAnswers(connection: HarakaConnection): void {
  const { client } = connection;
  const write = client.write.bind(client);
  client.write = (text) => {
    const verb = verbOf(connection.current_line ?? "");
    const written = write(polishReply(text, { verb, greeting: connection.last_response === null }));
    // Whoever sends commands and leaves the answers unread fills memory with them.
    if ((client.targetsocket.writableLength ?? 0) > UNREAD_BYTES) setImmediate(() => client.destroy());
    return written;
  };
}

const verbOf = (line: string): string => /^[A-Za-z]{1,20}/.exec(line)?.[0].toUpperCase() ?? "";

const hasControlCharacter = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
};
