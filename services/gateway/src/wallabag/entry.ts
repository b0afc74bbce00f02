import { type LinkCopy, parseUrl } from "@satchel/contracts";
import { openedUrl } from "../feeds/opened-url.ts";
import { numberOf } from "../linkding/tags.ts";
import type { Bookmark } from "../queries/bookmarks.ts";

/** A link as wallabag's apps know it: an entry of its API 2.6. Numbers stand for yes and no. @param origin of this server */
export function entryOf({ link, number, isArchived }: Bookmark, copy: LinkCopy | undefined, origin: string) {
  const url = openedUrl(link, origin);
  const { title, saved_at, created_at, is_favorite, tags, reading_minutes, description } = link;
  return {
    id: number,
    uid: null,
    url,
    given_url: url,
    hashed_url: null,
    title: title ?? url,
    // The text is in the book, which is fetched by itself.
    content: description ?? "",
    is_archived: Number(isArchived),
    archived_at: null,
    is_starred: Number(is_favorite),
    starred_at: null,
    is_public: false,
    tags: tags.map((tag) => ({ id: numberOf(tag), label: tag, slug: tag })),
    annotations: [],
    // The book's kind, whatever the original was: an app may fetch an original of another kind by itself.
    mimetype: "text/html",
    language: null,
    reading_time: reading_minutes ?? 0,
    domain_name: parseUrl(link.url)?.host ?? "",
    preview_picture: null,
    http_status: null,
    published_at: null,
    published_by: null,
    created_at: created_at,
    // When its text last changed: apps fetch the book again.
    updated_at: copy !== undefined && copy.kept_at > saved_at ? copy.kept_at : saved_at,
    _links: { self: { href: `/api/entries/${number}` } },
  };
}
