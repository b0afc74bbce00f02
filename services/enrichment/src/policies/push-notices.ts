import { setMaxListeners } from "node:events";
import { type CommandClient, ConcurrencyLimit, type Journal, type Logger, type StoredEvent } from "@satchel/chassis";
import { type AnyEvent, DropPush, type PayloadOf, PreparePush } from "@satchel/contracts";
import { v5 } from "uuid";
import { pushedEvent, pushNotice } from "../domain/push-notice.ts";
import type { Poster } from "../fetching/poster.ts";
import { NOTICE_LATE_MS, NOTICES_WAITING } from "../limits.ts";
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

interface PushNotices {
  /** Begins to tell of an event, and does not wait for push services. @throws when the journal can't be read */
  notify(stored: StoredEvent): Promise<void>;
  /** Ends what waits. What is in progress ends with the poster. */
  stop(): Promise<void>;
}

/**
 * Tells the browsers of an account that want it of an event, once each and without a second attempt: the page shows the
 * same, and a notification that comes late is worse than none. Identity encrypts, for it has the keys and the sessions; this
 * service posts, by the guard of webhooks. One event of an account is told of at a time, so that slow push services, which
 * anybody may name, hold up nobody else; where many wait for them, further ones are left out.
 */
export function pushNotices({ journal, commands, poster, logger, now }: PushDeps): PushNotices {
  const turns = new ConcurrencyLimit({ concurrency: 1, waiting: NOTICES_WAITING });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // each that waits listens
  const underWay = new Set<Promise<void>>();

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

  return {
    async notify(stored) {
      const { at } = stored;
      if (at.kind !== "aggregate" || at.aggregateId === undefined || stored.importedAt !== undefined) return;
      const pushed = pushedEvent({ type: stored.type, data: stored.data } as AnyEvent, at.aggregateId);
      if (pushed === undefined || now() - stored.time.getTime() > NOTICE_LATE_MS) return;
      const { userId } = at;
      const title = pushed.linkId === undefined ? null : (await linkOf(journal, userId, pushed.linkId)).title;
      const payload = { userId, ...pushNotice(pushed, title) };
      const sent = turns
        .run(userId, () => send(payload, stored.id), { signal: stopping.signal })
        .catch((err: unknown) => {
          if (!stopping.signal.aborted) logger.warn({ err }, "nobody was notified");
        })
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
