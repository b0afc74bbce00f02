import { setTimeout as sleep } from "node:timers/promises";
import { within } from "@satchel/chassis";
import { connectSmtp, type SmtpClient } from "@satchel/mail-ingest/test/smtp-client.ts";

/** Milliseconds for the answer to one mail; a mail program waits longer (RFC 5321 section 4.5.3.2). */
const ANSWER_MS = 15_000;
/** Milliseconds before a mail that was not accepted is sent again. */
const RETRY_MS = 300;

/**
 * A mail server that sends mails one after the other over one connection, and repeats each until the answer is 250.
 */
export class Sender {
  readonly #port: number;
  readonly #recipient: string;
  #client: SmtpClient | undefined;
  /** The other answers, after each of which a mail was sent again. */
  readonly retries: string[] = [];

  constructor(port: number, recipient: string) {
    this.#port = port;
    this.#recipient = recipient;
  }

  /** Sends one mail until it is accepted. Its lines end with CRLF, and none begins with a dot. */
  async deliver(raw: string): Promise<void> {
    for (;;) {
      const answer = await this.attempt(raw);
      if (answer.startsWith("250 ")) return;
      if (answer.startsWith("5")) throw new Error(`refused for good: ${answer}`);
      this.retries.push(answer);
      await sleep(RETRY_MS);
    }
  }

  /** Sends one mail once. @returns the answer, or how the connection ended */
  async attempt(raw: string): Promise<string> {
    try {
      const answer = await within(this.#send(raw), ANSWER_MS);
      if (answer === undefined) throw new Error("no answer");
      return answer;
    } catch (error) {
      this.close();
      return `broken: ${error instanceof Error ? error.message : String(error)}`;
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
