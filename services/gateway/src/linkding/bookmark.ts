import { isItem } from "@satchel/contracts";
import { openedUrl } from "../feeds/opened-url.ts";
import type { Bookmark } from "../queries/bookmarks.ts";
import type { PictureUrls } from "./pictures.ts";
import { tagNames } from "./tags.ts";

/** An instant as linkding writes it: with microseconds. */
export const instantOf = (time: Date | string): string => new Date(time).toISOString().replace(/Z$/, "000Z");

/** The address under which the Internet Archive shows what it has of a page from about a time. */
const webArchiveUrl = (url: string, time: string): string =>
  `https://web.archive.org/web/${time.replace(/\D/g, "").slice(0, 14)}/${url}`;

/** A link as linkding's apps know it (its `docs/api`, "Bookmarks"). @param origin of this server in the browser */
export function bookmarkOf(bookmark: Bookmark, urlsOf: PictureUrls, origin: string) {
  const { link, number, changedAt, isArchived } = bookmark;
  const urls = urlsOf(bookmark);
  return {
    id: number,
    url: openedUrl(link, origin),
    title: link.title ?? "",
    description: link.description ?? "",
    notes: link.notes ?? "",
    web_archive_snapshot_url: isItem(link.url) ? "" : webArchiveUrl(link.url, link.saved_at),
    favicon_url: urls.favicon,
    preview_image_url: urls.preview,
    is_archived: isArchived,
    unread: link.visit_count === 0,
    shared: false,
    tag_names: tagNames(link.tags),
    date_added: instantOf(link.saved_at),
    date_modified: instantOf(changedAt),
    website_title: null,
    website_description: null,
  };
}
