import { MAIL_BYTES } from "@satchel/contracts";

const DOT = 0x2e;

/** Octets that are allocated first: enough for an ordinary mail. */
const FIRST_BYTES = 32 * 1024;

/**
 * The octets of one mail as they were sent, without dot-stuffing (RFC 5321 section 4.5.2). It replaces Haraka's stream of a mail
 * (`upstream.ts` has the reason).
 */
export class MailText {
  #text: Buffer | undefined = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** Adds one line with its CRLF. Haraka finds the end of the mail, and refuses lines that end with a bare LF. */
  add_line(line: Buffer): void {
    if (this.#text === undefined) return;
    const from = line[0] === DOT ? 1 : 0;
    const length = this.#length + line.length - from;
    // Haraka refuses the mail at its end, because of its size.
    if (length > MAIL_BYTES) return this.destroy();
    if (length > this.#text.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(MAIL_BYTES, Math.max(length, 2 * this.#text.length)));
      this.#text.copy(larger, 0, 0, this.#length);
      this.#text = larger;
    }
    line.copy(this.#text, this.#length, from);
    this.#length = length;
  }

  /** Haraka calls it at the end of the text, and waits for `done`. */
  add_line_end(done: () => void): void {
    done();
  }

  /** The whole mail; empty after {@link destroy}. */
  get octets(): Buffer {
    return this.#text?.subarray(0, this.#length) ?? Buffer.alloc(0);
  }

  /** Frees the text, and ignores further lines. */
  destroy(): void {
    this.#text = undefined;
    this.#length = 0;
  }
}
