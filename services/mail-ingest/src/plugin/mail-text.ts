import { MAIL_BYTES } from "@satchel/contracts";

const DOT = 0x2e;

/** Octets that are allocated at first: an ordinary mail. */
const FIRST_BYTES = 32 * 1024;

/**
 * The octets of one mail as they were sent, without the dots that were put in for transparency (RFC 5321 section 4.5.2). It takes the
 * place of Haraka's own stream of a mail; `upstream.ts` says why.
 */
export class MailText {
  #text: Buffer | undefined = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** Takes one line with its CRLF. Haraka looks for the end of the mail, and refuses lines that end with a bare LF. */
  add_line(line: Buffer): void {
    if (this.#text === undefined) return;
    const from = line[0] === DOT ? 1 : 0;
    const length = this.#length + line.length - from;
    // Haraka refuses the mail for its size at its end.
    if (length > MAIL_BYTES) return this.destroy();
    if (length > this.#text.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(MAIL_BYTES, Math.max(length, 2 * this.#text.length)));
      this.#text.copy(larger, 0, 0, this.#length);
      this.#text = larger;
    }
    line.copy(this.#text, this.#length, from);
    this.#length = length;
  }

  /** Haraka waits here until its own stream has written what it holds. */
  add_line_end(done: () => void): void {
    done();
  }

  /** The mail, once it is whole; nothing after {@link destroy}. */
  get octets(): Buffer {
    return this.#text?.subarray(0, this.#length) ?? Buffer.alloc(0);
  }

  /** Frees what came, and ignores what still comes. */
  destroy(): void {
    this.#text = undefined;
    this.#length = 0;
  }
}
