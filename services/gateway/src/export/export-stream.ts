import { Readable } from "node:stream";
import { SatchelError, texts, type UserId } from "@satchel/contracts";
import { EXPORT_RETRY_SECONDS } from "../limits.ts";

/**
 * Streams exports, one at a time for each user, because each reads everything. The next piece is read when the one
 * before was sent, and a disconnect ends the reading.
 * @throws {SatchelError} `limited` while another export of the user runs
 */
export function exportStreams(): (userId: UserId, pieces: AsyncIterable<string | Uint8Array>) => Readable {
  const users = new Set<UserId>();
  return (userId, pieces) => {
    if (users.has(userId)) {
      throw new SatchelError("limited", texts.server.tooMany, { retryAfter: EXPORT_RETRY_SECONDS });
    }
    users.add(userId);
    const stream = Readable.from(pieces, { highWaterMark: 1 });
    stream.once("close", () => users.delete(userId));
    return stream;
  };
}
