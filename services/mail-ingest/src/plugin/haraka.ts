import { createRequire } from "node:module";
import type { AddressInfo, Server, Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { LINGER_MS } from "../limits.ts";
import { MailText } from "./mail-text.ts";

const require = createRequire(import.meta.url);

/** The parts of Haraka 3's objects that the plugin touches; Haraka has no types of its own. */
export interface HarakaConnection {
  readonly uuid: string;
  readonly remote: { readonly ip: string };
  readonly hello: { readonly host: string | null };
  readonly transaction: HarakaTransaction | null;
  readonly client: HarakaSocket;
  readonly capabilities: string[] | null;
  readonly tls: { enabled: boolean };
  readonly proxy: { allowed: boolean };
  readonly last_response: string | null;
  /** One of {@link STATE}. */
  state: number;
  /** What came in and was not worked on yet. */
  current_data: Buffer | null;
  current_line: string | null;
  esmtp: boolean;
  /** A mail's text is whole and not answered yet: Haraka answers 503 to all commands that came by then, and drops them. */
  awaiting_data_reply: boolean;
  early_talker: boolean;
  respond(code: number, message: unknown, then?: () => void): void;
  disconnect(): void;
  /** Goes on with a mail whose text is whole. */
  data_done(): void;
  reset_transaction(then: () => void): void;
  setTLS(facts: Record<string, unknown>): void;
}

/** Haraka's socket: it stays when what is below it becomes a TLS socket. */
export interface HarakaSocket {
  readonly targetsocket: Socket;
  write(text: string): boolean;
  destroy(): void;
  upgrade(done: (verified: boolean, error: unknown, certificate: unknown, cipher: unknown) => void): void;
}

export interface HarakaTransaction {
  readonly uuid: string;
  /** The null sender has no user and no host. */
  readonly mail_from: { readonly user: string; readonly host: string };
  message_stream: { destroy(): void };
  /** Octets of the text. */
  data_bytes: number;
  /** Throws away what still comes of the text. */
  discard_data: boolean;
}

export interface HarakaRecipient {
  readonly user: string;
  readonly host: string;
}

export interface HarakaServer {
  readonly listeners: Server[];
  stopListeners(): void;
}

/** Parameters of MAIL and RCPT by their names in upper case; null where one has no value. */
export type Parameters = Readonly<Record<string, string | null>>;

/** Goes on with Haraka's own work: without a code to the next plugin. */
export type Next = (code?: number, message?: unknown) => void;

/** What a hook answers to Haraka (its haraka-constants; a plugin that is an ES module is not given them). */
export const OK = 906;
export const DENY = 902;
export const DENYSOFT = 903;
export const DENYDISCONNECT = 904;
export const DENYSOFTDISCONNECT = 909;

/** What a connection waits for (haraka-constants too): a command, a mail's text, a hook before one or the other, or the answer to a mail. */
export const STATE = { CMD: 1, DATA: 3, PAUSE: 4, PAUSE_SMTP: 5, PAUSE_DATA: 6, DISCONNECTING: 99 } as const;

/** Haraka's server. It is put there when a plugin that is a package is loaded. */
export const harakaServer = (): HarakaServer => (globalThis as unknown as { server: HarakaServer }).server;

/** The class of all of Haraka's connections: the very one that runs, since a module is loaded once. */
export const connectionClass = (): unknown => (require("haraka/connection.js") as { Connection: unknown }).Connection;

/** Sets what the next handshake shows. TLS 1.2 is the least, and no certificate is asked of clients. */
export function useCertificate(secureContext: SecureContext): void {
  const { certsByHost } = require("haraka/tls_socket.js") as { certsByHost: Record<string, unknown> };
  certsByHost["*"] = { secureContext, isServer: true, requestCert: false, rejectUnauthorized: false };
}

/** The port that Haraka listens on. */
export const portOf = (server: HarakaServer): number =>
  (server.listeners[0]?.address() as AddressInfo | null)?.port ?? 0;

/**
 * Sends every reply at once. Haraka leaves Nagle's algorithm on, and its own switch for it does nothing: where a client sends several
 * commands together, as PIPELINING allows, each mail then waits 40 ms for the client's delayed acknowledgement.
 */
export function sendRepliesAtOnce(server: HarakaServer): void {
  for (const listener of server.listeners) listener.on("connection", (socket) => socket.setNoDelay(true));
}

/** Bounds the sockets, also those that were told goodbye and linger: what is beyond is closed without a word. */
export function boundSockets(server: HarakaServer, sockets: number): void {
  for (const listener of server.listeners) listener.maxConnections = sockets;
}

/** Cuts a client off that does not close its side after the goodbye: Haraka would wait for it, and listen to it, for ever. */
export function endLingering({ client }: HarakaConnection): void {
  const { targetsocket } = client;
  if (targetsocket.destroyed) return;
  const timer = setTimeout(() => client.destroy(), LINGER_MS).unref();
  // The timer would keep all of a connection in memory for its time: at hundreds of connections a second that is a lot.
  targetsocket.once("close", () => clearTimeout(timer));
}

/** Lets our own reader take a mail's text in, where Haraka has its stream. */
export function beginText(transaction: HarakaTransaction): void {
  transaction.message_stream = new MailText();
}

/** The text of the mail under way; undefined where none is. */
export const textOf = (transaction: HarakaTransaction | null): MailText | undefined =>
  transaction?.message_stream instanceof MailText ? transaction.message_stream : undefined;

/** Lets go of what came of a mail's text, and throws away what still comes until its end. */
export function discardData({ transaction }: HarakaConnection): void {
  if (transaction === null) return;
  transaction.discard_data = true;
  transaction.message_stream.destroy();
}
