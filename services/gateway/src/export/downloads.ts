import { Readable } from "node:stream";
import { SatchelError, texts, type UserId } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import { streamOf } from "../http/untaken.ts";
import { EXPORT_RETRY_SECONDS } from "../limits.ts";

interface DownloadedFile {
  /** Its name without the day of the download and the ending. */
  readonly name: string;
  readonly ending: string;
  /** Its media type. */
  readonly type: string;
}

/** The headers of a file that a browser stores. Opened there all the same, a file with texts of strangers runs nothing. */
export const downloadHeaders = ({ name, ending, type }: DownloadedFile): Record<string, string> => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${ending}"`,
  "content-security-policy": "sandbox; default-src 'none'",
});

interface DownloadCall {
  readonly userId: UserId;
  readonly request: FastifyRequest;
}

/**
 * Streams files, one at a time for each user, because each reads a whole archive. The next piece is read when the one before
 * was sent, and a disconnect ends the reading. A caller that asks for the headers alone has nothing read.
 * @throws {SatchelError} `limited` while another download of the user runs
 */
export function downloads() {
  const users = new Set<UserId>();
  return (
    { userId, request }: DownloadCall,
    file: DownloadedFile,
    pieces: () => AsyncIterable<string | Uint8Array>,
  ) => {
    const answer = (stream: Readable) =>
      ({ status: 200, body: stream as never, headers: downloadHeaders(file) }) as const;
    if (request.method === "HEAD") return answer(Readable.from([]));
    if (users.has(userId)) {
      throw new SatchelError("limited", texts.server.tooMany, { retryAfter: EXPORT_RETRY_SECONDS });
    }
    users.add(userId);
    const stream = streamOf(request, pieces());
    stream.once("close", () => users.delete(userId));
    return answer(stream);
  };
}
