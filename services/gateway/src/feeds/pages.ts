import { ConcurrencyLimit } from "@satchel/chassis";
import { type ErrorBody, laterTexts, SatchelError, type SessionId, UseFeed } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { isUnchanged } from "../http/conditional.ts";
import { FEEDS_AT_ONCE, FEEDS_WAITING } from "../limits.ts";
import { feedPath, feedVerifier, readFeedName } from "./addresses.ts";
import { FEED_HEADERS, FORMATS } from "./formats.ts";
import { listFeed, withArticles } from "./read.ts";

/** Feeds. The address alone opens one: no cookie and no token is looked at (decision 82). */
export async function feedPages(app: FastifyInstance, parts: Parts): Promise<void> {
  const { commands, tables, copyFiles, callerOf, ended } = parts;
  const { origin } = parts.site;
  const verify = feedVerifier({
    recheckedAt: ended.recheckedAt,
    ask: async (secret, { device }) => (await commands.send(UseFeed, { secret, device })).result.opened,
  });
  const limit = new ConcurrencyLimit({
    concurrency: FEEDS_AT_ONCE,
    waiting: FEEDS_WAITING,
  });

  app.get("/feeds/:name", { schema: { hide: true } }, async (request, reply) => {
    reply.headers({ ...FEED_HEADERS, "cache-control": "no-store" });
    const name = readFeedName((request.params as { name: string }).name);
    const opened = name === undefined ? undefined : await verify(name.secret, callerOf(request));
    if (name === undefined || opened === undefined) throw noFeed();
    const { userId, feed } = opened;
    // An ended feed is in the same bucket as an ended session.
    if (ended.has({ userId, sessionId: feed.id as string as SessionId })) throw noFeed();
    return limit.run(userId, async () => {
      const listed = await listFeed(tables, opened, { origin, self: origin + feedPath(name.secret, name.format) });
      if (listed === undefined) {
        return reply.code(410).send({ detail: laterTexts.feeds.folderGone } satisfies ErrorBody);
      }
      const { type, write } = FORMATS[name.format];
      reply.headers({
        // Weak: a proxy that compresses leaves it as it is.
        etag: `W/${listed.etag}`,
        "last-modified": listed.changedAt.toUTCString(),
        "cache-control": "private, no-cache",
      });
      if (isUnchanged(request.headers, listed.etag, listed.changedAt)) return reply.code(304).send();
      const document = feed.full_text ? await withArticles(copyFiles, userId, listed) : listed.document;
      return reply.type(type).send(write(document));
    });
  });
}

/** The error of an address that opens nothing, whatever is wrong with it. */
const noFeed = (): SatchelError => new SatchelError("not-found", laterTexts.feeds.notFound);
