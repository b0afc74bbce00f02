import { createHash, type Hash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { HASHED_AT_ONCE_BYTES } from "../limits.ts";

/** The canonicalisation of a body before it is hashed (RFC 6376 section 3.4). */
export type BodyCanonicalisation = "simple" | "relaxed";

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

/**
 * The SHA-256 of a mail's body in base64, as in `bh=`. Yields to the event loop after every {@link HASHED_AT_ONCE_BYTES}.
 */
export async function bodyHash(body: Buffer, canonicalisation: BodyCanonicalisation): Promise<string> {
  const hash = createHash("sha256");
  await (canonicalisation === "simple" ? hashSimple(body, hash) : hashRelaxed(body, hash));
  return hash.digest("base64");
}

/** Section 3.4.3: unchanged, except that it ends with exactly one line end, also when it is empty. */
async function hashSimple(body: Buffer, hash: Hash): Promise<void> {
  let end = body.length;
  while (end >= 2 && body[end - 2] === CR && body[end - 1] === LF) end -= 2;
  for (let at = 0; at < end; at += HASHED_AT_ONCE_BYTES) {
    hash.update(body.subarray(at, Math.min(at + HASHED_AT_ONCE_BYTES, end)));
    await yieldToOthers();
  }
  hash.update("\r\n");
}

/** Section 3.4.4: runs of white space as one space, none before line ends, no empty lines at the end. */
async function hashRelaxed(body: Buffer, hash: Hash): Promise<void> {
  const out = Buffer.allocUnsafe(64 * 1024);
  let used = 0;
  const emit = (byte: number): void => {
    if (used === out.length) {
      hash.update(out);
      used = 0;
    }
    out[used++] = byte;
  };
  let space = false;
  let lineEnds = 0;
  let written = false;
  for (let at = 0; at < body.length; at++) {
    if (at % HASHED_AT_ONCE_BYTES === 0) await yieldToOthers();
    const byte = body[at] ?? 0;
    if (byte === SPACE || byte === TAB) space = true;
    else if (byte === CR && body[at + 1] === LF) {
      at++;
      space = false;
      lineEnds++;
    } else {
      for (; lineEnds > 0; lineEnds--) {
        emit(CR);
        emit(LF);
      }
      if (space) emit(SPACE);
      space = false;
      emit(byte);
      written = true;
    }
  }
  hash.update(out.subarray(0, used));
  if (written) hash.update("\r\n");
}
