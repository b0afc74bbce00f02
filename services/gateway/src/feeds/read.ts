import {
  type LinkCopy,
  type LinkFilters,
  type LinkId,
  type OpenedFeed,
  parseUrl,
  type UserId,
} from "@satchel/contracts";
import { withoutPictures } from "../copies/article-html.ts";
import type { CopyFiles } from "../copies/files.ts";
import { etagOf } from "../http/conditional.ts";
import { FEED_ENTRIES, FEED_TEXT_CHARS } from "../limits.ts";
import type { Bookmark } from "../queries/bookmarks.ts";
import type { Tables } from "../queries/tables.ts";
import { openedUrl } from "./opened-url.ts";
import type { FeedDocument, FeedEntry } from "./feed.ts";

/** An entry, and the copy that its article comes from. */
interface ListedEntry {
  readonly entry: FeedEntry;
  readonly copy?: LinkCopy;
}

/** A feed without its articles, which are read only when somebody has not got this one yet. */
interface ListedFeed {
  readonly document: FeedDocument;
  readonly listed: readonly ListedEntry[];
  /** Changes with every change of what the feed shows. */
  readonly etag: string;
  /** When a link of it last changed. */
  readonly changedAt: Date;
}

/** @returns undefined where the folder of the feed is gone */
export async function listFeed(
  tables: Tables,
  { userId, feed }: OpenedFeed,
  { origin, self }: { readonly origin: string; readonly self: string },
): Promise<ListedFeed | undefined> {
  const place = await placeOf(tables, userId, feed.source);
  if (place === undefined) return undefined;
  if (place.filters.q !== undefined) await tables.searchReachesLinks(userId);
  const ids = await tables.listLinkIds(userId, place.filters, FEED_ENTRIES);
  const [bookmarks, copies] = await Promise.all([
    tables.findBookmarks(userId, ids),
    feed.full_text ? tables.newestCopies(userId, ids) : new Map<LinkId, LinkCopy>(),
  ]);
  const listed = bookmarks.map(({ link, ...more }) =>
    listedEntry({ ...more, link: { ...link, url: openedUrl(link, origin) } }, copies.get(link.id)),
  );
  const entries = listed.map(({ entry }) => entry);
  const updated = latest([feed.created_at, ...entries.map((entry) => entry.updated)]);
  const document = { id: feed.id, title: feed.name, home: origin + place.path, self, updated, entries };
  const versions = listed.map(({ copy }) => copy?.version ?? null);
  const etag = etagOf(JSON.stringify([document, versions]));
  const changes = [feed.created_at, updated, ...bookmarks.map(({ changedAt }) => changedAt.toISOString())];
  return { document, listed, etag, changedAt: new Date(latest(changes)) };
}

/** The feed with its articles, as far as they fit in {@link FEED_TEXT_CHARS}. */
export async function withArticles(
  files: CopyFiles,
  userId: UserId,
  { document, listed }: ListedFeed,
): Promise<FeedDocument> {
  const entries: FeedEntry[] = [];
  let room = FEED_TEXT_CHARS;
  for (const { entry, copy } of listed) {
    const article = copy === undefined || copy.words === null ? undefined : await articleOf(files, userId, entry, copy);
    const html = article === undefined || article.html.length > room ? undefined : article;
    room -= html?.html.length ?? 0;
    entries.push(html === undefined ? entry : { ...entry, ...html });
  }
  return { ...document, entries };
}

/** What a feed shows of the account, and the path of the page that shows the same; undefined for a folder that is gone. */
async function placeOf(
  tables: Tables,
  userId: UserId,
  source: OpenedFeed["feed"]["source"],
): Promise<{ readonly filters: LinkFilters; readonly path: string } | undefined> {
  if (source.kind === "all") return { filters: {}, path: "/links" };
  if (source.kind === "search") {
    return { filters: { q: source.q }, path: `/links?${new URLSearchParams({ q: source.q }).toString()}` };
  }
  const folder = await tables.findFolder(userId, source.folder_id);
  if (folder === undefined) return undefined;
  return folder.search === null
    ? { filters: { folder_id: folder.id }, path: `/links?folder=${folder.id}` }
    : { filters: { q: folder.search }, path: `/links?smart=${folder.id}` };
}

/** The times that readers see are of saving and keeping: a visit changes a link too, and is nobody else's business. */
export function listedEntry({ link, author }: Bookmark, copy: LinkCopy | undefined): ListedEntry {
  const { id, url, title, description, tags, created_at, saved_at, site_name, unicode_host } = link;
  const entry = {
    id,
    url,
    title: title ?? url,
    ...(description === null ? {} : { summary: description }),
    author: author ?? site_name ?? unicode_host ?? hostOf(url),
    tags,
    published: created_at,
    updated: copy === undefined ? saved_at : latest([saved_at, copy.kept_at]),
  };
  return copy === undefined ? { entry } : { entry, copy };
}

/** Undefined where the copy has no article, or was removed meanwhile. */
async function articleOf(
  files: CopyFiles,
  userId: UserId,
  { id: linkId }: FeedEntry,
  { version }: LinkCopy,
): Promise<{ readonly html: string; readonly language?: string } | undefined> {
  const copy = await files.find({ userId, linkId, version });
  const bytes = copy?.files["article.html"];
  if (bytes === undefined || bytes.length > FEED_TEXT_CHARS) return undefined;
  const html = withoutPictures(bytes.toString("utf8"));
  const language = copy?.manifest.article?.language;
  return language === undefined ? { html } : { html, language };
}

/** The latest of some times, in ISO 8601. */
export const latest = (times: readonly string[]): string =>
  times.map((time) => new Date(time).toISOString()).reduce((a, b) => (a > b ? a : b));

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;
