import { createRequire } from "node:module";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Answer } from "../domain/answers.ts";

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
  /** The command under way, without its line end. */
  readonly current_line: string | null;
  readonly state: number;
  /** What came in and was not worked on yet. */
  current_data: Buffer | null;
  esmtp: boolean;
  /** A mail's text is whole and not answered yet: Haraka answers 503 to all commands that came by then, and drops them. */
  awaiting_data_reply: boolean;
  respond(code: number, message: unknown, then?: () => void): void;
  disconnect(): void;
  reset_transaction(then: () => void): void;
  setTLS(facts: Record<string, unknown>): void;
}

/** Haraka's socket: it stays when what is below it becomes a TLS socket. */
export interface HarakaSocket {
  readonly targetsocket: Socket;
  write(text: string): boolean;
  destroy(): void;
  prependListener(event: "data", listener: (data: Buffer) => void): unknown;
  upgrade(done: (verified: boolean, error: unknown, certificate: unknown, cipher: unknown) => void): void;
}

export interface HarakaTransaction {
  readonly uuid: string;
  /** The null sender has no user and no host. */
  readonly mail_from: { readonly user: string; readonly host: string };
  readonly notes: { readonly data_line_length_exceeded?: boolean };
  /** Takes the lines of the text. */
  message_stream: { add_line(line: Buffer): void; destroy(): void };
  /** Where in the header its last field stands; 0 while the header is read. */
  header_pos: number;
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

/** From this state on a connection is being closed (haraka-constants too). */
export const DISCONNECTING = 99;

/** Haraka's server. It is put there when a plugin that is a package is loaded. */
export const harakaServer = (): HarakaServer => (globalThis as unknown as { server: HarakaServer }).server;

/** The port that Haraka listens on. */
export const portOf = (server: HarakaServer): number =>
  (server.listeners[0]?.address() as AddressInfo | null)?.port ?? 0;

// A class that says how to write its own type: it has none, and its module is CommonJS.
const DSN = createRequire(import.meta.url)("haraka-dsn") as {
  create(code: number, message: string, subject: number, detail: number): unknown;
};

/** An answer as Haraka takes it: without it a refusal's code and enhanced code would be Haraka's own. */
export function toDsn({ code, enhanced, text }: Answer): unknown {
  const [, subject = 0, detail = 0] = enhanced.split(".").map(Number);
  return DSN.create(code, text, subject, detail);
}
