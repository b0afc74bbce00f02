import { createRequire } from "node:module";
import type { Server, Socket } from "node:net";
import type { Answer } from "../domain/answers.ts";

/** The parts of Haraka 3's objects that the plugin uses; Haraka has no types. */
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
  /** The current command, without its line end. */
  readonly current_line: string | null;
  readonly state: number;
  /** Received and not yet processed. */
  current_data: Buffer | null;
  esmtp: boolean;
  /** A mail's text is complete and not answered yet: Haraka answers 503 to commands that come in this time. */
  awaiting_data_reply: boolean;
  respond(code: number, message: unknown, then?: () => void): void;
  disconnect(): void;
  reset_transaction(then: () => void): void;
  setTLS(facts: Record<string, unknown>): void;
}

/** Haraka's socket. It stays the same when the socket below it is replaced by a TLS socket. */
interface HarakaSocket {
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
  /** Receives the lines of the text. */
  message_stream: { add_line(line: Buffer): void; destroy(): void };
  /** The index of the header's last line; 0 while the header is read. */
  header_pos: number;
  /** Discards the rest of the text. */
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

/** Returns to Haraka; without a code it continues with the next plugin. */
export type Next = (code?: number, message?: unknown) => void;

/** The codes of a hook's answer, as in haraka-constants, which Haraka does not pass to ES modules. */
export const OK = 906;
export const DENY = 902;
export const DENYSOFT = 903;
export const DENYDISCONNECT = 904;
export const DENYSOFTDISCONNECT = 909;

/** From this state on a connection is being closed (haraka-constants). */
export const DISCONNECTING = 99;

// The module is CommonJS and has no types.
const DSN = createRequire(import.meta.url)("haraka-dsn") as {
  create(code: number, message: string, subject: number, detail: number): unknown;
};

/** An answer in Haraka's form, with our codes. */
export function toDsn({ code, enhanced, text }: Answer): unknown {
  const [, subject = 0, detail = 0] = enhanced.split(".").map(Number);
  return DSN.create(code, text, subject, detail);
}
