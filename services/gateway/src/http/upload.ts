import { Readable } from "node:stream";
import { SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UPLOAD_IDLE_MS, UPLOAD_MS } from "../limits.ts";
import { allowSlowBody } from "./deadlines.ts";

/** Has all bodies of a scope of their own as streams. @param type a media type; `*` for any */
export function acceptUploads(app: FastifyInstance, type: string): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
}

interface UploadLimit {
  readonly octets: number;
  /** What a larger one is answered, and none at all. */
  readonly tooLarge: string;
  readonly missing: string;
  /** Called with the octets of each piece; what it throws ends the upload. */
  readonly onPiece?: (octets: number) => void;
}

/**
 * Passes the pieces of a request's body on to `store`, for as long as octets arrive. The body is not destroyed with the
 * reading, because its connection is needed for the answer.
 * @throws {SatchelError} `too-large`; `rejected` where there is no body, or it was cut off
 */
export async function upload<T>(
  { body, raw, headers }: FastifyRequest,
  { octets, tooLarge, missing, onPiece }: UploadLimit,
  store: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  if (!(body instanceof Readable)) throw new SatchelError("rejected", missing);
  const refusal = (): SatchelError => new SatchelError("too-large", tooLarge);
  if (Number(headers["content-length"] ?? 0) > octets) throw refusal();
  allowSlowBody(raw, { idleMs: UPLOAD_IDLE_MS, totalMs: UPLOAD_MS });
  async function* bounded(): AsyncGenerator<Uint8Array> {
    let count = 0;
    for await (const piece of (body as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      count += piece.length;
      if (count > octets) throw refusal();
      onPiece?.(piece.length);
      yield piece;
    }
  }
  try {
    return await store(bounded());
  } catch (error) {
    // The client has disconnected, which is not the server's fault.
    if (raw.destroyed && !raw.complete) throw new SatchelError("rejected", texts.server.invalid);
    throw error;
  }
}
