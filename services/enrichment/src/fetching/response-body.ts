import { type Duplex, pipeline, Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { FetchFault } from "./fetch-failure.ts";

/** What the fetcher asks for and {@link readBody} undoes. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

type Chunks = AsyncIterable<Uint8Array>;

// Many servers end a compressed body early; like browsers, keep what came (the flush modes below do that).
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

/**
 * Reads a response body to its end and undoes its content coding (RFC 9110 section 8.4).
 * @param encoding the Content-Encoding field, empty if there is none
 * @param maxBytes limit before and after decompression; a body that crosses it is left at that byte, not read on
 * @returns an array with a buffer of its own, so that handing it to a worker copies no more than these bytes
 * @throws FetchFault `too-large`, `unsupported-content` or `malformed-response`; errors of the stream as they are
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Uint8Array> {
  // Copied together as they come: a list of chunks would let a server of one-byte chunks hold a hundred times the limit.
  let bytes = new Uint8Array(Math.min(64 * 1024, maxBytes));
  let size = 0;
  for await (const chunk of decoded(limited(body, maxBytes), encoding)) {
    const end = size + chunk.length;
    if (end > maxBytes) throw tooLarge(maxBytes);
    if (end > bytes.length) bytes = grown(bytes, size, Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
    bytes.set(chunk, size);
    size = end;
  }
  return bytes.slice(0, size);
}

function grown(bytes: Uint8Array, size: number, capacity: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(capacity);
  larger.set(bytes.subarray(0, size));
  return larger;
}

/** A coding can be all input and no output for ever, so what arrives is counted too. */
async function* limited(source: Chunks, maxBytes: number): Chunks {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function decoded(source: Chunks, encoding: string): Chunks {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return source;
    case "gzip":
    case "x-gzip":
      return through(source, createGunzip(ZLIB));
    case "br":
      return through(source, createBrotliDecompress(BROTLI));
    case "deflate":
      return inflated(source);
    default:
      throw new FetchFault("unsupported-content", "the content coding is not one that was asked for");
  }
}

/** "deflate" is the zlib format (RFC 1950), but some servers send the bare one (RFC 1951): the first byte tells. */
async function* inflated(source: Chunks): Chunks {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  async function* whole(): Chunks {
    yield first.value as Uint8Array;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const hasZlibHeader = ((first.value[0] ?? 0) & 0x0f) === 0x08;
  yield* through(whole(), hasZlibHeader ? createInflate(ZLIB) : createInflateRaw(ZLIB));
}

/** The pipeline ends all of its streams when one fails or the reader leaves early, the connection's included. */
async function* through(source: Chunks, decoder: Duplex): Chunks {
  try {
    yield* pipeline(Readable.from(source), decoder, () => {}) as unknown as Chunks;
  } catch (error) {
    throw isDecoderError(error) ? new FetchFault("malformed-response", "the content coding is broken") : error;
  }
}

function isDecoderError(error: unknown): boolean {
  // zlib: Z_DATA_ERROR and the like; brotli: ERR__ERROR_FORMAT_… and the like.
  return error instanceof Error && "code" in error && /^(?:Z_|ERR__)/.test(String(error.code));
}

function tooLarge(maxBytes: number): FetchFault {
  return new FetchFault("too-large", `the content is larger than ${maxBytes} bytes`);
}
