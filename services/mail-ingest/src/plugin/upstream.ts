import { createRequire } from "node:module";
import type { SecureContext } from "node:tls";
import { LINGER_MS, UNREAD_BYTES } from "../limits.ts";
import { type Connections, dismiss } from "./connections.ts";
import type { HarakaConnection, HarakaServer, HarakaTransaction } from "./haraka.ts";
import { MailText } from "./mail-text.ts";
import { polishReply, replyLine } from "./replies.ts";

// What neither a setting nor a hook nor a plugin of Haraka can do (decision 21). No class of Haraka's is changed: hooks set properties of
// single connections and mails, and listen to sockets. {@link UPSTREAM} names the lines that make each necessary.

/** Lines of the installed Haraka, by the function here that is needed because of them. A spec fails when one is not there any more. */
export const UPSTREAM: Readonly<Record<string, readonly (readonly [file: string, line: string])[]>> = {
  // Replies that no hook can word have no enhanced code (RFC 2034), and clients that read none of them are kept.
  watchReplies: [
    ["connection.js", "this.respond(250, 'Not implemented')"],
    ["connection.js", "return this.respond(501, 'Syntax error')"],
    ["connection.js", "this.respond(250, 'OK', () => {"],
    ["connection.js", "this.client.write(buf)"],
  ],
  // Hooks get commands, never octets: a hook does not learn how a line ended, how much came, or that nothing more comes.
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
  // Commands that came along with the end of a mail are refused and dropped.
  takeCommandsBehind: [["connection.js", "if (this.awaiting_data_reply) {"]],
  // The certificate is read at the start only.
  useCertificate: [["tls_socket.js", "const options = { ...certsByHost['*'] }"]],
  // Nagle's algorithm stays on.
  sendRepliesAtOnce: [["tls_socket.js", "setNoDelay(/* true||false */) {}"]],
  // A client that does not close its side after the goodbye is waited for.
  endLingering: [["connection.js", "this.client.end()"]],
};

/**
 * Sends all replies as {@link polishReply} words them, counts them as answers to commands, and cuts a client off that does not read them.
 * For the hook `connect_init`: nothing was said before.
 */
export function watchReplies(connection: HarakaConnection, connections: Connections): void {
  const { client } = connection;
  const write = client.write.bind(client);
  client.write = (text) => {
    const verb = /^[A-Za-z]{1,20}/.exec(connection.current_line ?? "")?.[0].toUpperCase() ?? "";
    const enough = connections.answered(connection, verb, Number(text.slice(0, 3)));
    if (enough !== undefined) setImmediate(() => connection.disconnect());
    const greeting = connection.last_response === null;
    const written = write(enough === undefined ? polishReply(text, { verb, greeting }) : replyLine(enough));
    // A client that sends commands and does not read the answers fills memory with them.
    if ((client.targetsocket.writableLength ?? 0) > UNREAD_BYTES) setImmediate(() => client.destroy());
    return written;
  };
}

/** Shows {@link Connections} all octets that come in, before Haraka reads them. For the hook `connect_init`. */
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
 * Collects the text of a mail as it was sent. `header_pos` keeps Haraka from parsing the header: we do, and more strictly. For the hook
 * `data`.
 */
export function takeText(transaction: HarakaTransaction): void {
  transaction.message_stream = new MailText();
  transaction.header_pos = -1;
}

/** The text of a mail that {@link takeText} was called for. */
export const textOf = ({ message_stream }: HarakaTransaction): Buffer =>
  message_stream instanceof MailText ? message_stream.octets : Buffer.alloc(0);

function discardText(transaction: HarakaTransaction | null): void {
  if (transaction === null) return;
  transaction.discard_data = true;
  transaction.message_stream.destroy();
}

/**
 * Has commands carried out that came along with the end of a mail (RFC 2920 section 3.1), once the mail is answered. Two servers can't
 * differ on that end here: only a dot between two CRLF is taken. For the hooks `data_post` and `max_data_exceeded`.
 */
export function takeCommandsBehind(connection: HarakaConnection): void {
  connection.awaiting_data_reply = false;
}

/** Sets what the next handshake shows. No certificate is asked of clients. */
export function useCertificate(secureContext: SecureContext): void {
  const { certsByHost } = createRequire(import.meta.url)("haraka/tls_socket.js") as {
    certsByHost: Record<string, unknown>;
  };
  certsByHost["*"] = { secureContext, isServer: true, requestCert: false, rejectUnauthorized: false };
}

/**
 * Where a client sends several commands together, as PIPELINING allows, each mail would wait 40 ms for the client's delayed
 * acknowledgement. For the hooks `init_master` and `init_child`.
 */
export function sendRepliesAtOnce(server: HarakaServer): void {
  for (const listener of server.listeners) listener.on("connection", (socket) => socket.setNoDelay(true));
}

/** Cuts a client off that has not closed its side {@link LINGER_MS} after the goodbye. For the hook `disconnect`. */
export function endLingering({ client }: HarakaConnection): void {
  const { targetsocket } = client;
  if (targetsocket.destroyed) return;
  const timer = setTimeout(() => client.destroy(), LINGER_MS).unref();
  // The timer would keep all of a connection in memory for its time: at hundreds of connections a second that is a lot.
  targetsocket.once("close", () => clearTimeout(timer));
}
