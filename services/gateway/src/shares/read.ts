import {
  type Folder,
  isItem,
  isSatchelError,
  type LinkFilters,
  type LinkId,
  type OpenedShare,
  parseUrl,
  SHARE_PAGE_SIZE,
  SHARED_LINKS,
  type UserId,
} from "@satchel/contracts";
import type { FeedDocument } from "../feeds/feed.ts";
import { latest, listedEntry } from "../feeds/read.ts";
import { etagOf } from "../http/conditional.ts";
import { FEED_ENTRIES } from "../limits.ts";
import { versionIn } from "../pictures/paths.ts";
import type { Bookmark } from "../queries/bookmarks.ts";
import type { Tables } from "../queries/tables.ts";

/** A link as strangers see it. */
export interface SharedLink {
  readonly id: LinkId;
  /** Of http or https. */
  readonly url: string;
  readonly title: string;
  readonly host: string;
  readonly site: string;
  readonly description: string | undefined;
  readonly notes: string | undefined;
  readonly minutes: number | undefined;
  readonly isGone: boolean;
  /** The versions of its pictures; undefined where it has none. */
  readonly picture: string | undefined;
  readonly icon: string | undefined;
}

/** One page of a shared folder, or a shared link. */
export interface SharedView {
  readonly kind: "folder" | "link";
  readonly title: string;
  readonly emoji: string | undefined;
  readonly links: readonly SharedLink[];
  /** How many there are; undefined of a link. */
  readonly count: { readonly count: number; readonly isMore: boolean } | undefined;
  /** From 1. */
  readonly page: number;
  readonly hasMore: boolean;
}

/** The pages of a shared folder at most. */
export const SHARED_PAGES = SHARED_LINKS / SHARE_PAGE_SIZE;

/** What a visitor sees; undefined while it is deleted, and beyond its last page. */
export async function readShared(tables: Tables, opened: OpenedShare, page: number): Promise<SharedView | undefined> {
  const { userId, source } = opened;
  if (source.kind === "link") {
    const [bookmark] = page === 1 ? await findBookmarks(tables, userId, [source.link_id]) : [];
    if (bookmark === undefined || isItem(bookmark.link.url)) return undefined;
    const link = sharedLink(bookmark, opened);
    return { kind: "link", title: link.title, emoji: undefined, links: [link], count: undefined, page, hasMore: false };
  }
  const found = await folderOf(tables, opened);
  if (found === undefined || page > SHARED_PAGES) return undefined;
  const { folder, filters } = found;
  const end = page * SHARE_PAGE_SIZE;
  const [{ ids, items }, { count, at_least: isMore = false }] = await Promise.all([
    listShared(tables, userId, filters),
    tables.countLinks(userId, filters),
  ]);
  const shown = ids.slice(end - SHARE_PAGE_SIZE, end);
  if (shown.length === 0 && page > 1) return undefined;
  const bookmarks = await findBookmarks(tables, userId, shown);
  return {
    kind: "folder",
    title: folder.name,
    emoji: folder.emoji ?? undefined,
    links: bookmarks.map((bookmark) => sharedLink(bookmark, opened)),
    count: { count: Math.max(ids.length, count - items), isMore },
    page,
    hasMore: ids.length > end,
  };
}

/** The feed of a shared folder, and the tag of all that it shows; undefined while it is deleted. */
export async function readSharedFeed(
  tables: Tables,
  opened: OpenedShare,
  { home, self }: { readonly home: string; readonly self: string },
): Promise<{ readonly document: FeedDocument; readonly etag: string } | undefined> {
  const { userId, id, createdAt } = opened;
  const found = await folderOf(tables, opened);
  if (found === undefined) return undefined;
  const { ids } = await listShared(tables, userId, found.filters);
  const bookmarks = await findBookmarks(tables, userId, ids.slice(0, FEED_ENTRIES));
  const entries = bookmarks.map((bookmark) => {
    const { entry } = listedEntry(bookmark, undefined);
    const { summary: _, ...others } = entry;
    const { description, notes } = sharedLink(bookmark, opened);
    const summary = [description, notes].filter((text) => text !== undefined).join("\n\n");
    // Tags are how the owner keeps order, and not shown.
    return { ...others, tags: [], ...(summary === "" ? {} : { summary }) };
  });
  const updated = latest([createdAt, ...entries.map((entry) => entry.updated)]);
  const document = { id, title: found.folder.name, home, self, updated, entries };
  return { document, etag: etagOf(JSON.stringify(document)) };
}

/**
 * The newest links of a folder, as strangers see it, and how many items (mails and files) there are among them:
 * whatever comes to a secret address may land in a shared folder, and nobody else is to see it.
 */
async function listShared(
  tables: Tables,
  userId: UserId,
  filters: LinkFilters,
): Promise<{ readonly ids: readonly LinkId[]; readonly items: number }> {
  const ids = await tables.listLinkIds(userId, filters, SHARED_LINKS);
  const items = await tables.itemIds(userId, ids);
  return { ids: ids.filter((id) => !items.has(id)), items: items.size };
}

/** Bookmarks as strangers may see them: a user name and a password in an address are its owner's. */
async function findBookmarks(tables: Tables, userId: UserId, ids: readonly LinkId[]): Promise<Bookmark[]> {
  const bookmarks = await tables.findBookmarks(userId, ids);
  return bookmarks.map(({ link, ...beside }) => ({ ...beside, link: { ...link, url: withoutCredentials(link.url) } }));
}

function withoutCredentials(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || url.username + url.password === "") return text;
  url.username = "";
  url.password = "";
  return url.href;
}

/** Whether a link is among what is shared now: pictures are asked for one by one. */
type IsShared = (opened: OpenedShare, id: LinkId) => Promise<boolean>;

/** Milliseconds for which what a search found is used again: the pictures of a page are asked for together. */
const FOUND_MS = 5000;

export function sharedLinks(tables: Tables): IsShared {
  const found = new Map<string, { readonly until: number; readonly ids: Promise<ReadonlySet<LinkId>> }>();
  return async (opened, id) => {
    const { userId, source } = opened;
    if (source.kind === "link") return source.link_id === id;
    const place = await folderOf(tables, opened);
    if (place === undefined) return false;
    const { folder, filters } = place;
    if (filters.q === undefined) return (await tables.findLink(userId, id))?.folder_id === folder.id;
    for (const [key, { until }] of found) if (until <= Date.now()) found.delete(key);
    const key = `${opened.id} ${filters.q}`;
    const known = found.get(key)?.ids ?? tables.listLinkIds(userId, filters, SHARED_LINKS).then((ids) => new Set(ids));
    if (!found.has(key)) found.set(key, { until: Date.now() + FOUND_MS, ids: known });
    known.catch(() => found.delete(key));
    return (await known).has(id);
  };
}

/** The folder, and what it has: its own links, or those that its search finds. Undefined while it is deleted. */
async function folderOf(
  tables: Tables,
  { userId, source }: OpenedShare,
): Promise<{ readonly folder: Folder; readonly filters: LinkFilters } | undefined> {
  if (source.kind !== "folder") return undefined;
  const folder = await tables.findFolder(userId, source.folder_id);
  if (folder === undefined) return undefined;
  if (folder.search === null) return { folder, filters: { folder_id: folder.id } };
  await tables.searchReachesLinks(userId);
  return { folder, filters: { q: folder.search } };
}

/** Nothing but what the owner chose: no tags, no folder, no times, no copy, no favourite. */
function sharedLink({ link }: Bookmark, { notes }: Pick<OpenedShare, "notes">): SharedLink {
  const host = link.unicode_host ?? parseUrl(link.url)?.host ?? "";
  return {
    id: link.id,
    url: link.url,
    title: link.title ?? link.url,
    host,
    site: link.site_name ?? host.replace(/^www\./, ""),
    description: link.description ?? undefined,
    notes: notes && link.notes !== null && link.notes.trim() !== "" ? link.notes : undefined,
    minutes: link.reading_minutes ?? undefined,
    isGone: link.health.state === "gone",
    picture: versionIn(link.preview_image_url),
    icon: versionIn(link.favicon_url),
  };
}

/** Whether an error is that of a search which later rules of its syntax refuse. */
export const isBadSearch = (error: unknown): boolean => isSatchelError(error) && error.code === "invalid";
