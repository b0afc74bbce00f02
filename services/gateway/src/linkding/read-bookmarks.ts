import { once } from "node:events";
import type { Readable } from "node:stream";
import { ConcurrencyLimit } from "@satchel/chassis";
import { BULK_LINKS, LATEST_MS, type LinkId, type UserId } from "@satchel/contracts";
import { streamOf } from "../http/untaken.ts";
import { findLinkId } from "../commands/find-link-id.ts";
import { BOOKMARKS_AT_ONCE, LONG_LISTS_AT_ONCE, LONG_LISTS_WAITING } from "../limits.ts";
import { type Bookmark, type BookmarkFilters, sortOf } from "../queries/bookmarks.ts";
import type { Tables } from "../queries/tables.ts";
import { bookmarkOf } from "./bookmark.ts";
import { type DoorAnswer, type DoorCall, type DoorDeps, type DoorRoute, required } from "./call.ts";
import { notFound } from "./errors.ts";
import { pageHead, pageOf, rangeOf } from "./pages.ts";
import { parseSearch } from "./search.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** Lists of bookmarks, one of them, and whether an address is one. */
export function bookmarkReads(deps: DoorDeps): DoorRoute[] {
  const { tables } = deps;
  const { origin } = deps.site;
  const streamWhenFree = longLists();

  const list =
    (isArchived: boolean) =>
    async (call: DoorCall): Promise<DoorAnswer> => {
      const filters = await filtersOf(tables, call, isArchived);
      if (filters === undefined) return { status: 200, body: pageOf(call, origin, []) };
      const range = rangeOf(call);
      const { userId } = call;
      const query = { ...filters, ...range, sort: sortOf(call.query("sort")) };
      const { count, ids } = await tables.listBookmarks(userId, query);
      const head = pageHead(call, origin, range, count);
      if (ids.length <= BOOKMARKS_AT_ONCE) {
        const bookmarks = await tables.findBookmarks(userId, ids);
        return {
          status: 200,
          body: { ...head, results: bookmarks.map((one) => bookmarkOf(one, call.pictures, origin)) },
        };
      }
      return { status: 200, headers: JSON_TYPE, body: await streamWhenFree(call, pieces(deps, call, head, ids)) };
    };

  return [
    { method: "GET", path: "/bookmarks", scope: "read", handler: list(false) },
    { method: "GET", path: "/bookmarks/archived", scope: "read", handler: list(true) },
    // Nothing is shared with other users of this server.
    {
      method: "GET",
      path: "/bookmarks/shared",
      scope: "read",
      handler: (call) => ({ status: 200, body: pageOf(call, origin, []) }),
    },
    {
      method: "GET",
      path: "/bookmarks/check",
      scope: "read",
      handler: async ({ userId, query, pictures }) => {
        const url = query("url") ?? null;
        const found = url === null ? undefined : await findSaved(userId, url);
        const { title = null, description = null } = found?.link ?? {};
        // Nobody's page is fetched before its link is saved, so of an unknown address nothing is known.
        const metadata = { url, title, description, preview_image: null };
        return {
          status: 200,
          body: { bookmark: found ? bookmarkOf(found, pictures, origin) : null, metadata, auto_tags: [] },
        };
      },
    },
    {
      method: "GET",
      path: "/bookmarks/:id",
      scope: "read",
      handler: async (call) => ({
        status: 200,
        body: bookmarkOf(await requireBookmark(deps, call), call.pictures, origin),
      }),
    },
  ];

  /** The saved link of an address; undefined where there is none, and for what is no web address. */
  async function findSaved(userId: UserId, url: string): Promise<Bookmark | undefined> {
    const id = await findLinkId(deps, userId, url);
    return id === undefined ? undefined : (await tables.findBookmarks(userId, [id]))[0];
  }
}

/** The bookmark that the path names. @throws {Refusal} 404, or what is said to be `missing` */
export async function requireBookmark(
  { tables }: Pick<DoorDeps, "tables">,
  { userId, id }: Pick<DoorCall, "userId" | "id">,
  missing = notFound("Bookmark"),
): Promise<Bookmark> {
  const linkId = required(await tables.findNumberedLink(userId, id()), missing);
  return required((await tables.findBookmarks(userId, [linkId]))[0], missing);
}

/**
 * What a query narrows a list to. As in linkding a value that is none narrows nothing, an unknown bundle neither.
 * @returns undefined where nothing can be found
 */
export async function filtersOf(
  tables: Tables,
  { userId, query }: Pick<DoorCall, "userId" | "query">,
  isArchived: boolean,
): Promise<BookmarkFilters | undefined> {
  const search = parseSearch(query("q") ?? "");
  if (search === null || query("shared") === "yes") return undefined;
  const unread = query("unread");
  return {
    isArchived,
    search,
    isUnread: unread === "yes" ? true : unread === "no" ? false : undefined,
    addedAfter: timeOf(query("added_since")),
    changedAfter: timeOf(query("modified_since")),
    ...(await placeOf(tables, userId, Number(query("bundle") ?? 0))),
  };
}

/** A bundle is a folder: its links, or what its search finds of the newest. */
async function placeOf(
  tables: Tables,
  userId: UserId,
  bundle: number,
): Promise<{ readonly folderId?: number; readonly ids?: readonly LinkId[] }> {
  const folder = (await tables.listFolders(userId))
    .flatMap((one) => [one, ...one.children])
    .find(({ id }) => id === bundle);
  if (folder === undefined) return {};
  if (folder.search === null) return { folderId: folder.id };
  await tables.searchReachesLinks(userId);
  return { ids: await tables.listLinkIds(userId, { q: folder.search }, BULK_LINKS) };
}

/** A time that PostgreSQL can compare: of the years 1 to 9999. Without a zone it is in UTC, as in linkding, wherever this server is. */
function timeOf(text = ""): Date | undefined {
  const hasZone = !/^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text);
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : Number.NaN;
  return time >= Date.UTC(1, 0) && time <= LATEST_MS ? new Date(time) : undefined;
}

/** Makes streams of long lists. Each takes one of its user's slots until it is closed; others wait for one. */
function longLists(): (call: DoorCall, pieces: AsyncIterable<string>) => Promise<Readable> {
  const limit = new ConcurrencyLimit({
    concurrency: LONG_LISTS_AT_ONCE,
    waiting: LONG_LISTS_WAITING,
  });
  return ({ userId, request }, pieces) =>
    new Promise((resolve, reject) => {
      const whileOpen = async (): Promise<void> => {
        const stream = streamOf(request, pieces);
        resolve(stream);
        await once(stream, "close");
      };
      limit.run(userId, whileOpen).catch(reject);
    });
}

/** The text of a list's answer: some bookmarks at a time, so that 10,000 need no more memory than 500. */
async function* pieces(
  { tables, site: { origin } }: Pick<DoorDeps, "tables" | "site">,
  { userId, pictures }: Pick<DoorCall, "userId" | "pictures">,
  head: object,
  ids: readonly LinkId[],
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`;
  let separator = "";
  for (let at = 0; at < ids.length; at += BOOKMARKS_AT_ONCE) {
    const bookmarks = await tables.findBookmarks(userId, ids.slice(at, at + BOOKMARKS_AT_ONCE));
    if (bookmarks.length === 0) continue;
    yield separator + bookmarks.map((one) => JSON.stringify(bookmarkOf(one, pictures, origin))).join(",");
    separator = ",";
  }
  yield "]}";
}
