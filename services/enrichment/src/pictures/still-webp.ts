import { ascii, viewOf } from "./picture-header.ts";

const CONTAINER_BYTES = 12;
const CHUNK_BYTES = 8;
/** Octets of an ANMF chunk before the chunks of its frame (RFC 9649, section 2.7.1.1). */
const FRAME_BYTES = 16;
/** VP8X's flag for transparency. */
const ALPHA = 0x10;

interface Chunk {
  readonly name: string;
  /** The chunk with its head and padding, and what it holds. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

/** The first frame of an animated WebP as a picture of its own; one that does not move as it is. */
export function stillWebp(bytes: Uint8Array): Uint8Array {
  if (ascii(bytes, CONTAINER_BYTES, 4) !== "VP8X") return bytes;
  const frame = chunksOf(bytes.subarray(CONTAINER_BYTES)).find(({ name }) => name === "ANMF");
  if (frame === undefined || frame.content.length < FRAME_BYTES) return bytes;
  const parts = chunksOf(frame.content.subarray(FRAME_BYTES));
  const alpha = parts.find(({ name }) => name === "ALPH");
  const picture = parts.find(({ name }) => name === "VP8 " || name === "VP8L");
  if (picture === undefined) return bytes;
  if (alpha === undefined) return container([picture.whole]);
  // Size as the frame says it: the same three octets each, less one.
  const head = new Uint8Array(CHUNK_BYTES + 10);
  head.set(Buffer.from("VP8X", "latin1"));
  viewOf(head).setUint32(4, 10, true);
  head[CHUNK_BYTES] = ALPHA;
  head.set(frame.content.subarray(6, 12), CHUNK_BYTES + 4);
  return container([head, alpha.whole, picture.whole]);
}

function chunksOf(bytes: Uint8Array): Chunk[] {
  const view = viewOf(bytes);
  const found: Chunk[] = [];
  for (let at = 0; at + CHUNK_BYTES <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    const end = at + CHUNK_BYTES + length + (length & 1);
    const content = bytes.subarray(at + CHUNK_BYTES, at + CHUNK_BYTES + length);
    found.push({ name: ascii(bytes, at, 4), whole: bytes.subarray(at, end), content });
    // Only the first frame is wanted, and a file may have very many.
    if (ascii(bytes, at, 4) === "ANMF") break;
    at = end;
  }
  return found;
}

function container(chunks: readonly Uint8Array[]): Uint8Array {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 4);
  const head = Buffer.alloc(CONTAINER_BYTES);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(length, 4);
  head.write("WEBP", 8, "latin1");
  return Buffer.concat([head, ...chunks]);
}
