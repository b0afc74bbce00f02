import type { EnrichmentEvent, UserId } from "@satchel/contracts";
import { destinationOf, type Found } from "../domain/same-page.ts";
import { pageIdOf } from "../commands/link-id.ts";

type Columns = Record<string, unknown>;

/** Where a link leads, as far as a fetch of its page found out; an unknown address leaves the former one. */
export function destination(userId: UserId, found: Found): Columns {
  const { finalUrl, finalHost, pageKey } = destinationOf(found);
  return { final_url: finalUrl, final_host: finalHost, page_id: pageIdOf(userId, pageKey) };
}

/**
 * The columns of a link that an event about its page changes. What was described stays when the page can't be had later:
 * it is the best that is known of it.
 * @param time of the event, ISO 8601
 */
export function pageColumns(userId: UserId, { type, data }: EnrichmentEvent, time: string): Columns {
  switch (type) {
    case "PageDescribed": {
      const { url, finalUrl, page, previewKey, faviconKey, attempts, urlTitle } = data;
      return {
        page_title: page.title ?? null,
        url_title: urlTitle ?? null,
        page_description: page.description ?? null,
        page_tags: page.tags,
        preview_key: previewKey ?? null,
        favicon_key: faviconKey ?? null,
        site_name: page.siteName ?? null,
        author: page.author ?? null,
        published_at: page.publishedAt ?? null,
        language: page.language ?? null,
        media_type: page.mediaType ?? null,
        reading_minutes: page.readingMinutes ?? null,
        file_bytes: page.fileBytes ?? null,
        ...destination(userId, { url, finalUrl, canonicalUrl: page.canonicalUrl }),
        ...tried("done", attempts, time),
        ...health("fine", time),
      };
    }
    case "PageIllustrated": {
      const { previewKey, faviconKey } = data;
      return {
        ...(previewKey === undefined ? {} : { preview_key: previewKey }),
        ...(faviconKey === undefined ? {} : { favicon_key: faviconKey }),
      };
    }
    case "PageFoundUnchanged":
      return { ...tried("done", data.attempts, time), ...health("fine", time) };
    case "PageFetchFailed":
      return { ...tried("pending", data.attempts, time, data.reason, data.nextTryAt), ...unread(userId, data) };
    case "PageUnreachable":
      return { ...tried("failed", data.attempts, time, data.reason), ...unread(userId, data) };
    case "PageHealthChanged":
      return health(data.health, time, data.newUrl);
  }
}

const tried = (
  state: "done" | "pending" | "failed",
  attempts: number,
  time: string,
  reason: string | null = null,
  nextTryAt: string | null = null,
): Columns => ({
  enrichment_state: state,
  enrichment_reason: reason,
  enrichment_tried_at: time,
  enrichment_attempts: attempts,
  enrichment_next_try_at: nextTryAt,
});

const health = (state: "fine" | "gone" | "moved", time: string, newUrl: string | null = null): Columns => ({
  health_state: state,
  health_checked_at: time,
  health_new_url: newUrl,
});

interface Unread {
  readonly url: string;
  readonly finalUrl?: string;
  readonly urlTitle?: string;
}

const unread = (userId: UserId, { url, finalUrl, urlTitle }: Unread): Columns => ({
  ...(urlTitle === undefined ? {} : { url_title: urlTitle }),
  ...(finalUrl === undefined ? {} : destination(userId, { url, finalUrl })),
});
