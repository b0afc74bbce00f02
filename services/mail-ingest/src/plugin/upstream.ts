import { createRequire } from "node:module";
import type { SecureContext } from "node:tls";
import { LINGER_MS, UNREAD_BYTES } from "../limits.ts";
import { type Connections, dismiss } from "./connections.ts";
import type { HarakaConnection, HarakaTransaction } from "./haraka.ts";
import { MailText } from "./mail-text.ts";
import { polishReply, replyLine } from "./replies.ts";

// What can't be done by a setting, a hook or a plugin of Haraka (decision 21). No class of Haraka's is changed: hooks set properties of
// single connections and mails, and listen to sockets. {@link UPSTREAM} has the lines of Haraka that make each function necessary.

/** Lines of the installed Haraka, by the function that is necessary because of them. A spec fails when one of them is missing. */
export const UPSTREAM: Readonly<Record<string, readonly (readonly [file: string, line: string])[]>> = {
  // Replies that no hook can change have no enhanced code (RFC 2034). Clients that don't read replies are not disconnected.
  watchReplies: [
    ["connection.js", "this.respond(250, 'Not implemented')"],
    ["connection.js", "return this.respond(501, 'Syntax error')"],
    ["connection.js", "this.respond(250, 'OK', () => {"],
    ["connection.js", "this.client.write(buf)"],
  ],
  // Hooks get commands and no octets: they can't check line ends, volume or silence.
  watchInput: [
    ["connection.js", String.raw`this.current_line = line.toString(this.encoding).replace(/\r?\n/, '')`],
    ["connection.js", "const buf = Buffer.concat([this.current_data, data], this.current_data.length + data.length)"],
  ],
  // A client behind a balancer could send a second PROXY line.
  refuseProxyLines: [["connection.js", "if (!this.proxy.allowed) {"]],
  // The header is decoded as UTF-8 and written again from that, and a mail without an empty line gets one: its signature would break.
  takeText: [
    ["transaction.js", String.raw`this.header_lines.push(header_line.toString(this.encoding).replace(/\r\n$/, '\n'))`],
    ["transaction.js", String.raw`this.message_stream.add_line(Buffer.from('\r\n'))`],
  ],
  // Commands in the same packet as the end of a mail are refused and dropped.
  acceptCommandsAfterMail: [["connection.js", "if (this.awaiting_data_reply) {"]],
  // The certificate is read at the start only.
  useCertificate: [["tls_socket.js", "const options = { ...certsByHost['*'] }"]],
  // After the last reply Haraka waits for the client to close its side, without a timeout.
  endLingering: [["connection.js", "this.client.end()"]],
};

/**
 * Sends all replies through {@link polishReply}, counts them as answers to commands, and disconnects a client that does not read them.
 * For the hook `connect_init`, before the first reply.
 */
export function watchReplies(connection: HarakaConnection, connections: Connections): void {
  const { client } = connection;
  const write = client.write.bind(client);
  client.write = (text) => {
    const verb = /^[A-Za-z]{1,20}/.exec(connection.current_line ?? "")?.[0].toUpperCase() ?? "";
    const lastAnswer = connections.countAnswer(connection, verb, Number(text.slice(0, 3)));
    if (lastAnswer !== undefined) setImmediate(() => connection.disconnect());
    const greeting = connection.last_response === null;
    const written = write(lastAnswer === undefined ? polishReply(text, { verb, greeting }) : replyLine(lastAnswer));
    // The unread answers to a client are in our memory.
    if ((client.targetsocket.writableLength ?? 0) > UNREAD_BYTES) setImmediate(() => client.destroy());
    return written;
  };
}

/** Passes all received octets to {@link Connections} before Haraka reads them. For the hook `connect_init`. */
export function watchInput(connection: HarakaConnection, connections: Connections): void {
  connection.client.prependListener("data", (data) => {
    const fault = connections.input(connection, data);
    if (fault === "discard") discardText(connection.transaction);
    else if (fault !== undefined) dismiss(connection, fault);
  });
}

/** For the hook `connect_init`, which comes after the PROXY line of the balancer where there is one. */
export function refuseProxyLines(connection: HarakaConnection): void {
  connection.proxy.allowed = false;
}

/**
 * Collects the text of a mail as it was sent. `header_pos` prevents Haraka from parsing the header, which we do more strictly. For the
 * hook `data`.
 */
export function takeText(transaction: HarakaTransaction): void {
  transaction.message_stream = new MailText();
  transaction.header_pos = -1;
}

/** The text of a mail, after {@link takeText}. */
export const textOf = ({ message_stream }: HarakaTransaction): Buffer =>
  message_stream instanceof MailText ? message_stream.octets : Buffer.alloc(0);

function discardText(transaction: HarakaTransaction | null): void {
  if (transaction === null) return;
  transaction.discard_data = true;
  transaction.message_stream.destroy();
}

/**
 * Makes Haraka execute commands that came in the same packet as the end of a mail (RFC 2920 section 3.1), after the mail is answered.
 * This can't be used for smuggling, because only a dot between two CRLF ends a mail. For the hooks `data_post` and
 * `max_data_exceeded`.
 */
export function acceptCommandsAfterMail(connection: HarakaConnection): void {
  connection.awaiting_data_reply = false;
}

/** Sets the certificate of the next handshake. Clients need none. */
export function useCertificate(secureContext: SecureContext): void {
  const { certsByHost } = createRequire(import.meta.url)("haraka/tls_socket.js") as {
    certsByHost: Record<string, unknown>;
  };
  certsByHost["*"] = { secureContext, isServer: true, requestCert: false, rejectUnauthorized: false };
}

/**
 * Destroys the socket of a client that has not closed its side {@link LINGER_MS} after our last reply. For the hook `disconnect`.
 * @param onClosed called when the socket is closed
 */
export function endLingering({ client }: HarakaConnection, onClosed: () => void): void {
  const { targetsocket } = client;
  if (targetsocket.destroyed) return onClosed();
  const timer = setTimeout(() => client.destroy(), LINGER_MS).unref();
  targetsocket.once("close", () => {
    // The timer keeps the connection's objects in memory, which is a lot at hundreds of connections a second.
    clearTimeout(timer);
    onClosed();
  });
}
