import { setTimeout as sleep } from "node:timers/promises";
import { connectSmtp, type SmtpClient } from "@satchel/mail-ingest/test/smtp-client";

/** Milliseconds for the answer to one mail; a mail program waits longer (RFC 5321 section 4.5.3.2). */
const ANSWER_MS = 15_000;
/** Milliseconds before a mail that was not taken is sent again. */
const AGAIN_MS = 300;

/**
 * A mail server that sends mails one after the other over a connection that it keeps, and sends each again until it hears
 * 250, as any mail server does.
 */
export class Sender {
  readonly #port: number;
  readonly #recipient: string;
  #client: SmtpClient | undefined;
  /** How often a mail had to be sent again, by what was heard instead of 250. */
  readonly retries: string[] = [];

  constructor(port: number, recipient: string) {
    this.#port = port;
    this.#recipient = recipient;
  }

  /** Sends one mail until it is taken. Its lines end with CRLF, and none begins with a dot. */
  async deliver(raw: string): Promise<void> {
    for (;;) {
      const answer = await this.attempt(raw);
      if (answer.startsWith("250 ")) return;
      if (answer.startsWith("5")) throw new Error(`refused for good: ${answer}`);
      this.retries.push(answer);
      await sleep(AGAIN_MS);
    }
  }

  /** Sends one mail once. @returns the answer, or how the connection ended */
  async attempt(raw: string): Promise<string> {
    const late = new AbortController();
    try {
      const silence = sleep(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error("no answer");
      });
      silence.catch(() => undefined);
      return await Promise.race([this.#send(raw), silence]);
    } catch (error) {
      this.close();
      return `broken: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      late.abort();
    }
  }

  async #send(raw: string): Promise<string> {
    if (this.#client === undefined) {
      this.#client = await connectSmtp(this.#port);
      await this.#client.command("EHLO sender.example");
    }
    for (const line of ["MAIL FROM:<sender@post.example>", `RCPT TO:<${this.#recipient}>`, "DATA"]) {
      const answer = await this.#client.command(line);
      if (/^[23]/.test(answer)) continue;
      this.close();
      return answer;
    }
    this.#client.send(`${raw}\r\n.\r\n`);
    return this.#client.reply();
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }
}
