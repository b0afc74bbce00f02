import { laterTexts, SatchelError, type UserId } from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { FEED_HEADERS } from "../feeds/formats.ts";
import { etagOf, isUnchanged } from "../http/conditional.ts";
import { doorOperation } from "../http/door.ts";
import { BOOKMARKS_AT_ONCE } from "../limits.ts";
import { type Bookmark, sortOf } from "../queries/bookmarks.ts";
import { admitToken } from "../sessions/admit-token.ts";
import { type DoorDeps, queryOf } from "./call.ts";
import { filtersOf } from "./read-bookmarks.ts";
import { writeRss } from "./rss.ts";

const FEEDS = {
  all: { title: "All bookmarks", description: "All bookmarks" },
  unread: { title: "Unread bookmarks", description: "All unread bookmarks" },
  shared: { title: "Shared bookmarks", description: "All shared bookmarks" },
} as const;
type FeedName = keyof typeof FEEDS;
const NAMES = Object.keys(FEEDS) as FeedName[];

/** Entries without `limit`. */
const ENTRIES = 100;

/** The parameters that linkding's feeds read. */
const PARAMETERS = new Set(["q", "unread", "shared", "bundle"]);

/**
 * linkding's feeds, `/linkding/feeds/<token>/all`, `unread` and `shared`: an API token with the scope `read` in the path, as
 * linkding has a feed token there (decision 81). No cookie and no header is looked at.
 */
export async function feedRoutes(
  app: FastifyInstance,
  { tables, site: { origin } }: Pick<DoorDeps, "tables" | "site">,
): Promise<void> {
  for (const name of NAMES) {
    app.get(`/feeds/:token/${name}`, { schema: { hide: true } }, async (request, reply) => {
      reply.headers({ ...FEED_HEADERS, "cache-control": "no-store" });
      const { token } = request.params as { readonly token: string };
      // What is wrong with an address is not said.
      const { userId } = await admitToken(request, { token, operation, wrong: noFeed() });
      return app.userLimits.calls.run(userId, async () => {
        const bookmarks = await find(userId, name, request);
        const self = `${origin}/linkding/feeds/${token}/${name}`;
        const document = writeRss({ ...FEEDS[name], self, origin, bookmarks });
        const etag = etagOf(document);
        // Weak: a proxy that compresses leaves it as it is.
        reply.headers({ etag: `W/${etag}`, "cache-control": "private, no-cache" });
        // Without a date: it can't say that a bookmark has left the list.
        if (isUnchanged(request.headers, etag)) return reply.code(304).send();
        return reply.type("application/rss+xml; charset=utf-8").send(document);
      });
    });
  }

  async function find(userId: UserId, name: FeedName, request: FastifyRequest): Promise<Bookmark[]> {
    const query = (parameter: string) => (PARAMETERS.has(parameter) ? queryOf(request, parameter) : undefined);
    const bundle = query("bundle");
    if (bundle !== undefined && !(await hasFolder(userId, bundle))) throw noFeed();
    const filters = await filtersOf(tables, { userId, query }, false);
    // Nothing is shared with other users of this server.
    if (filters === undefined || name === "shared") return [];
    if (name === "unread" && filters.isUnread === false) return [];
    const isUnread = name === "unread" ? true : filters.isUnread;
    const wanted = { ...filters, isUnread, limit: limitOf(request), offset: 0, sort: sortOf(undefined) };
    const { ids } = await tables.listBookmarks(userId, wanted);
    return tables.findBookmarks(userId, ids);
  }

  const hasFolder = async (userId: UserId, id: string): Promise<boolean> =>
    /^\d{1,9}$/.test(id) && (await tables.findFolder(userId, Number(id))) !== undefined;
}

const operation = doorOperation("GET", "/linkding/feeds/:token", "read");

/** As in linkding, an empty limit means all; {@link BOOKMARKS_AT_ONCE} are the most here. */
function limitOf(request: FastifyRequest): number {
  const { limit } = request.query as { readonly limit?: string | readonly string[] };
  const last = typeof limit === "object" ? limit.at(-1) : limit;
  if (last === "") return BOOKMARKS_AT_ONCE;
  const wanted = last !== undefined && /^\d{1,9}$/.test(last) ? Number(last) : ENTRIES;
  return Math.min(wanted, BOOKMARKS_AT_ONCE);
}

/** The error of an address that opens nothing, whatever is wrong with it. */
const noFeed = (): SatchelError => new SatchelError("not-found", laterTexts.feeds.notFound);
