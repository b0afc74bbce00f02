import { MAIL_BYTES } from "@satchel/contracts";
import { LINE_BYTES } from "../limits.ts";

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;
const NOTHING: Buffer = Buffer.alloc(0);

/** Octets that there is room for at first: an ordinary mail. */
const FIRST_ROOM = 32 * 1024;

/**
 * What octets of a mail's text came to: more is to come; a line has ended without a carriage return, and the mail must not be taken;
 * or the mail is whole, and these are the octets behind its end.
 */
export type Taken = "more" | "bare-line-feed" | { readonly behind: Buffer };

/**
 * The text of one mail as it comes in over SMTP: finds its end, takes the dots out that were put in for transparency (RFC 5321
 * section 4.5.2), and keeps the octets otherwise as they were sent. It stands where Haraka has its own stream of a mail, which goes
 * through each line a few times and makes some objects of it each time (decision 21).
 */
export class MailText {
  /** Octets that belong to the text so far, with its dots and its end: what RFC 1870 counts, and a few more. */
  bytes = 0;
  /** Some line was longer than {@link LINE_BYTES}: the mail will be refused, and its text is not kept. */
  hasLongLine = false;
  #text: Buffer | undefined = Buffer.allocUnsafeSlow(FIRST_ROOM);
  #length = 0;
  /** The beginning of a line of which too little came to tell whether it is the end of the mail. */
  #begun: Buffer = NOTHING;
  /** Octets of the line under way that were taken already, and the last of them. */
  #lineBytes = 0;
  #last = 0;

  /** Takes what came in. Whatever the octets, the work is in proportion to their number. */
  take(data: Buffer): Taken {
    const octets = this.#begun.length === 0 ? data : Buffer.concat([this.#begun, data]);
    this.#begun = NOTHING;
    this.bytes += data.length;
    let at = 0;
    let kept = 0;
    while (at < octets.length) {
      const found = octets.indexOf(LF, at);
      const next = found === -1 ? octets.length : found + 1;
      if (this.#lineBytes === 0 && octets[at] === DOT) {
        const length = next - at;
        if (found === -1 && length < 3) {
          this.#begun = octets.subarray(at);
          break;
        }
        this.#keep(octets, kept, at);
        if (found !== -1 && length === 3 && octets[at + 1] === CR) {
          const behind = octets.subarray(next);
          this.bytes -= behind.length;
          return { behind };
        }
        kept = at + 1;
      }
      this.#lineBytes += next - at;
      if (this.#lineBytes > LINE_BYTES) this.#tooLong();
      if (found !== -1) {
        if ((found > 0 ? octets[found - 1] : this.#last) !== CR) return "bare-line-feed";
        this.#lineBytes = 0;
      }
      at = next;
    }
    this.#last = octets[at - 1] ?? this.#last;
    this.#keep(octets, kept, at);
    return "more";
  }

  /** The mail, once it is whole; nothing of one that was let go of. */
  get octets(): Buffer {
    return this.#text?.subarray(0, this.#length) ?? NOTHING;
  }

  /** Lets go of what came, and keeps nothing of what still comes. */
  destroy(): void {
    this.#text = undefined;
    this.#length = 0;
  }

  /** Haraka asks for the end of its own stream. */
  add_line_end(done: () => void): void {
    done();
  }

  #tooLong(): void {
    this.hasLongLine = true;
    this.destroy();
  }

  #keep(octets: Buffer, from: number, to: number): void {
    if (this.#text === undefined || from === to) return;
    const length = this.#length + to - from;
    // It will be refused for its size at its end.
    if (length > MAIL_BYTES) return this.destroy();
    if (length > this.#text.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(MAIL_BYTES, Math.max(length, 2 * this.#text.length)));
      this.#text.copy(larger, 0, 0, this.#length);
      this.#text = larger;
    }
    octets.copy(this.#text, this.#length, from, to);
    this.#length = length;
  }
}
