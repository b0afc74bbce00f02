import type { CommandClient, Journal, Logger, StoredEvent } from "@satchel/chassis";
import { type AnyEvent, DropPush, isSatchelError, type PayloadOf, PreparePush } from "@satchel/contracts";
import { v5 } from "uuid";
import { pushedEvent, pushNotice } from "../domain/push-notice.ts";
import type { Poster } from "../fetching/poster.ts";
import { NOTICE_LATE_MS } from "../limits.ts";
import { linkOf } from "../store/link-of.ts";

interface PushDeps {
  readonly journal: Journal;
  readonly commands: Pick<CommandClient, "send">;
  readonly poster: Pick<Poster, "post">;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Answers by which a push service says that it knows the browser no more (RFC 8030 section 7.3). */
const GONE = new Set([404, 410]);

/**
 * Tells the browsers of an account that want it of an event, once each and without a second attempt: the page shows the same, and
 * a notification that comes late is worse than none. Identity encrypts, for it has the keys and the sessions; this service posts,
 * by the guard of webhooks.
 */
export function pushNotices({ journal, commands, poster, logger, now }: PushDeps) {
  async function send(payload: PayloadOf<typeof PreparePush>, id: string): Promise<void> {
    const { userId } = payload;
    const { result } = await commands.send(PreparePush, payload, v5("notice", id));
    await Promise.all(
      result.requests.map(async ({ sessionId, endpoint, headers, body }) => {
        const answer = await poster.post({ url: endpoint, headers, body: Buffer.from(body, "base64") });
        if (!answer.ok || !GONE.has(answer.status)) return;
        await commands.send(DropPush, { userId, sessionId, endpoint }, v5(`gone ${sessionId}`, id));
      }),
    );
  }

  return async (stored: StoredEvent): Promise<void> => {
    const { at } = stored;
    if (at.kind !== "aggregate" || at.aggregateId === undefined || stored.importedAt !== undefined) return;
    const pushed = pushedEvent({ type: stored.type, data: stored.data } as AnyEvent, at.aggregateId);
    if (pushed === undefined || now() - stored.time.getTime() > NOTICE_LATE_MS) return;
    const { userId } = at;
    const title = pushed.linkId === undefined ? null : (await linkOf(journal, userId, pushed.linkId)).title;
    try {
      await send({ userId, ...pushNotice(pushed, title) }, stored.id);
    } catch (err) {
      if (!isSatchelError(err)) throw err;
      logger.warn({ err }, "nobody was notified");
    }
  };
}
