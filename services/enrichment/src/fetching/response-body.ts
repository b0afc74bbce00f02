import { type Duplex, pipeline, Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { SNIFFED_BYTES } from "../domain/limits.ts";
import { FetchFault, failureFrom } from "./fetch-failure.ts";

/** The content codings that {@link readBody} decodes. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

type Chunks = AsyncIterable<Uint8Array>;

// Many servers end a compressed body early. Like browsers, these flush modes accept what was received.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

type BodyLimits = {
  /** Octets at most, before and after decompression. A larger body is not read further. */
  maxBytes: number;
  /** Whether a larger body is truncated; else it is the fault `too-large`. */
  cut: boolean;
  /** Whether a body that ends early, or not within the time of the fetch, is what came of it. Default false. */
  takesPart?: boolean | undefined;
  /** Looks at the first {@link SNIFFED_BYTES} of a larger body: false leaves the rest unread. */
  goesOn?: ((start: Uint8Array) => boolean) | undefined;
};

export type Body = {
  /** An array with a buffer of its own, so that handing it to a worker copies no more than these bytes. */
  bytes: Uint8Array;
  /** Whether this is everything that the server sent. */
  isWhole: boolean;
};

/**
 * Reads a response body and undoes its content coding (RFC 9110 section 8.4).
 * @param encoding the Content-Encoding field, empty if there is none
 * @throws FetchFault `too-large`, `unsupported-content` or `malformed-response`; errors of the stream as they are
 */
export async function readBody(body: Readable, encoding: string, limits: BodyLimits): Promise<Body> {
  const { maxBytes, cut, takesPart = false, goesOn = () => true } = limits;
  // Chunks are copied into one buffer: as a list, chunks of one byte would take a hundred times the limit.
  let bytes = new Uint8Array(Math.min(64 * 1024, maxBytes));
  let size = 0;
  let isWhole = true;
  const overflow = (): void => {
    if (!cut) throw new FetchFault("too-large", `the content is larger than ${maxBytes} bytes`);
    isWhole = false;
  };
  try {
    for await (const chunk of decoded(limited(body, maxBytes, overflow), encoding)) {
      const end = Math.min(size + chunk.length, maxBytes);
      if (size + chunk.length > maxBytes) overflow();
      if (end > bytes.length) bytes = grown(bytes, size, Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
      bytes.set(chunk.subarray(0, end - size), size);
      const isStart = size < SNIFFED_BYTES && end >= SNIFFED_BYTES;
      size = end;
      if (isStart && !goesOn(bytes.subarray(0, size))) isWhole = false;
      if (!isWhole && (isStart || size === maxBytes)) break;
    }
  } catch (error) {
    if (!takesPart || size === 0 || !ENDS_EARLY.has(failureFrom(error).reason)) throw error;
    isWhole = false;
  }
  return { bytes: bytes.slice(0, size), isWhole };
}

const ENDS_EARLY: ReadonlySet<string> = new Set(["connection-lost", "timeout"]);

function grown(bytes: Uint8Array, size: number, capacity: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(capacity);
  larger.set(bytes.subarray(0, size));
  return larger;
}

/** A coding can consume input without output, so the input is counted too. */
async function* limited(source: Chunks, maxBytes: number, overflow: () => void): Chunks {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) {
      overflow();
      yield chunk.subarray(0, chunk.length - (size - maxBytes));
      return;
    }
    yield chunk;
  }
}

/** Registered codings (IANA) that can't be decoded here. Any other name is a server's mistake, often a character set. */
const OTHER_CODINGS = /^(?:zstd|dcz|dcb|(?:x-)?compress|exi|pack200-gzip|aes128gcm)$|,/;

function decoded(source: Chunks, encoding: string): Chunks {
  const coding = encoding.trim().toLowerCase();
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return through(source, createGunzip(ZLIB));
    case "br":
      return through(source, createBrotliDecompress(BROTLI));
    case "deflate":
      return inflated(source);
    default:
      if (!OTHER_CODINGS.test(coding)) return source;
      throw new FetchFault("unsupported-content", "the content coding is not one that was asked for");
  }
}

/** "deflate" is the zlib format (RFC 1950), but some servers send raw DEFLATE (RFC 1951): the first byte differs. */
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
