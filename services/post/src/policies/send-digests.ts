import { type CommandClient, digestToken, type HandlerResult, type Logger, type StoredEvent } from "@satchel/chassis";
import { DIGEST_LINKS, type DigestDue, type EventOf } from "@satchel/contracts";
import { v5 } from "uuid";
import { sendTo } from "../commands/send.ts";
import { composeDigest } from "../domain/digest.ts";
import { DIGEST_LATE_MS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";

interface DigestDeps {
  readonly client: CommandClient;
  readonly tables: Pick<Tables, "findDigest">;
  /** The installation's key: the tokens that stop digests are made with it. */
  readonly key: string;
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * Sends the digests that are due, each at least once, under a Message-ID that follows from the event. One that is much too late
 * is not sent: the next one has what it had.
 */
export const sendDigests =
  ({ client, tables, key, publicUrl, now, logger }: DigestDeps) =>
  async ({ id, at, type, time, data }: StoredEvent): Promise<HandlerResult> => {
    if (type !== "DigestDue" || at.kind !== "aggregate") return "done";
    const { userId } = at;
    if (now() - time.getTime() > DIGEST_LATE_MS) return "done";
    const { since, ...times } = data as EventOf<typeof DigestDue>["data"];
    const query = { since: new Date(since), now: time, zone: times.zone, most: DIGEST_LINKS };
    const origin = publicUrl.replace(/\/$/, "");
    const token = digestToken(key, userId);
    const content = composeDigest({ times, ...(await tables.findDigest(userId, query)), now: time, origin, token });
    if (content === undefined) return "done";
    const unsubscribeUrl = `${origin}/api/digests/stop?token=${token}`;
    // RFC 8058 section 3.1 asks for https.
    const ends = unsubscribeUrl.startsWith("https://") ? { unsubscribeUrl } : {};
    const mail = { userId, kind: "scheduled" as const, content, bounceTag: `b.${token}`, ...ends };
    return sendTo({ client, logger }, mail, v5("digest mail", id));
  };
