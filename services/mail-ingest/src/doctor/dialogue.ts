import { connect, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate } from "node:tls";
import { within } from "@satchel/chassis";

/** A mail server to check. */
export interface MailServer {
  /** The name in the MX record. */
  readonly host: string;
  /** The address to connect to. */
  readonly address: string;
  readonly port: number;
  readonly domain: string;
  readonly saveAddress: string;
  readonly timeoutMs: number;
}

/** A reply (RFC 5321 section 4.2): its code, and its lines without it. */
export interface Reply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Why a dialogue ended. */
export type Fault = "refused" | "silent" | "unreachable" | "closed" | "garbage" | "handshake";

export class DialogueFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault, reason: string) {
    super(reason);
    this.name = "DialogueFault";
    this.fault = fault;
  }
}

/** The result of a TLS handshake. The certificate was not verified by it. */
export interface Encryption {
  /** "TLSv1.3". */
  readonly protocol: string;
  readonly certificate: PeerCertificate;
  /** Why this machine does not trust the certificate; undefined when it does. */
  readonly untrusted: string | undefined;
}

/** Octets of one reply: more is no SMTP. */
const REPLY_BYTES = 64 * 1024;

/** A conversation with a mail server. Each step ends within the given time, however slowly the other side talks. */
export class Dialogue {
  #socket: Socket;
  #received = "";
  #ended: DialogueFault | undefined;
  #wake = (): void => undefined;
  readonly #timeoutMs: number;

  private constructor(socket: Socket, timeoutMs: number) {
    this.#socket = socket;
    this.#timeoutMs = timeoutMs;
    this.#listen();
  }

  /** @throws {DialogueFault} "refused", "silent" or "unreachable" */
  static async open(address: string, port: number, timeoutMs: number): Promise<Dialogue> {
    const socket = connect({ host: address, port });
    await settled(timeoutMs, "silent", (resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", (error: NodeJS.ErrnoException) =>
        reject(
          error.code === "ECONNREFUSED"
            ? new DialogueFault("refused", error.code)
            : new DialogueFault(error.code === "ETIMEDOUT" ? "silent" : "unreachable", error.code ?? error.message),
        ),
      );
    }).catch((error: unknown) => {
      socket.destroy();
      throw error;
    });
    return new Dialogue(socket, timeoutMs);
  }

  /** The next whole reply. @throws {DialogueFault} "silent", "closed" or "garbage" */
  async reply(): Promise<Reply> {
    const deadline = Date.now() + this.#timeoutMs;
    for (;;) {
      const whole = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(this.#received)?.[0];
      if (whole !== undefined) {
        this.#received = this.#received.slice(whole.length);
        const lines = whole.trimEnd().split(/\r?\n/);
        return { code: Number(whole.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
      }
      const firstLine = /^[^\n]*\n/.exec(this.#received)?.[0];
      if (this.#received.length > REPLY_BYTES || (firstLine !== undefined && !/^\d{3}[- \r\n]/.test(firstLine))) {
        throw new DialogueFault("garbage", this.#received.slice(0, 200));
      }
      if (this.#ended !== undefined) throw this.#ended;
      await settled(deadline - Date.now(), "silent", (resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Sends one line and returns the reply. */
  async command(line: string): Promise<Reply> {
    this.#socket.write(`${line}\r\n`);
    return this.reply();
  }

  /** Starts TLS, after the server agreed to it. @throws {DialogueFault} "handshake" */
  async encrypt(host: string): Promise<Encryption> {
    const plain = this.#socket;
    plain.removeAllListeners("data").removeAllListeners("close").removeAllListeners("error");
    // An attacker could have sent what came before the handshake (RFC 3207 section 4.2).
    this.#received = "";
    const secure = connectTls({ socket: plain, servername: host, rejectUnauthorized: false });
    this.#socket = secure;
    await settled(this.#timeoutMs, "handshake", (resolve, reject) => {
      secure.once("secureConnect", resolve);
      secure.once("error", (error) => reject(new DialogueFault("handshake", error.message)));
      secure.once("close", () => reject(new DialogueFault("handshake", "the connection was closed")));
    });
    this.#listen();
    return {
      protocol: secure.getProtocol() ?? "",
      certificate: secure.getPeerCertificate(),
      untrusted: secure.authorized ? undefined : String(secure.authorizationError),
    };
  }

  close(): void {
    this.#socket.on("error", () => undefined);
    this.#socket.destroy();
  }

  #listen(): void {
    const end = (reason: string): void => {
      this.#ended ??= new DialogueFault("closed", reason);
      this.#wake();
    };
    this.#socket.on("data", (data) => {
      if (this.#received.length <= REPLY_BYTES) this.#received += data.toString("utf8");
      else this.#socket.pause();
      this.#wake();
    });
    this.#socket.on("error", (error) => end(error.message));
    this.#socket.on("close", () => end("the server closed the connection"));
  }
}

async function settled(
  ms: number,
  fault: Fault,
  start: (resolve: () => void, reject: (error: Error) => void) => void,
): Promise<void> {
  await within(new Promise<void>(start), ms, () => {
    throw new DialogueFault(fault, "no answer in time");
  });
}
