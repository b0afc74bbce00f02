import type { AddressInfo, Server } from "node:net";

/** The parts of Haraka 3's objects that the plugin touches; Haraka has no types of its own. */
export interface HarakaConnection {
  readonly uuid: string;
  readonly remote: { readonly ip: string };
  readonly hello: { readonly host: string | null };
  readonly transaction: HarakaTransaction | null;
  respond(code: number, message: unknown, then?: () => void): void;
  disconnect(): void;
}

export interface HarakaTransaction {
  readonly uuid: string;
  /** The null sender has no user and no host. */
  readonly mail_from: { readonly user: string; readonly host: string };
  readonly notes: { readonly data_line_length_exceeded?: boolean };
  readonly message_stream: { headers: unknown[]; get_data(done: (data: Buffer) => void): void };
}

export interface HarakaRecipient {
  readonly user: string;
  readonly host: string;
}

export interface HarakaServer {
  readonly listeners: Server[];
  stopListeners(): void;
}

/** Goes on with Haraka's own work: without a code to the next plugin. */
export type Next = (code?: number, message?: unknown) => void;

/** What a hook answers to Haraka (its haraka-constants; a plugin that is an ES module is not given them). */
export const OK = 906;
export const DENY = 902;
export const DENYSOFT = 903;
export const DENYSOFTDISCONNECT = 909;

/** Haraka's server. It is put there when a plugin that is a package is loaded. */
export const harakaServer = (): HarakaServer => (globalThis as unknown as { server: HarakaServer }).server;

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

/**
 * The mail as it was sent. The stream would otherwise write the header anew from what it understood of it, which breaks signatures
 * over anything but plain ASCII; without these it gives the very octets.
 */
export function rawMail(transaction: HarakaTransaction): Promise<Buffer> {
  const stream = transaction.message_stream;
  stream.headers = [];
  return new Promise((resolve) => stream.get_data(resolve));
}
