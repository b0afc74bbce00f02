import type { EnrichmentEvent, EventOf, PageFetchFailed, PageUnreachable, UserId } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { pageIdOf } from "../commands/link-id.ts";
import { destinationOf, type PageAddresses } from "../domain/same-page.ts";
import type { LinkRow } from "./tables.ts";

type Columns = Record<string, unknown>;

/** The columns for the destination of a link. */
export function destinationColumns(userId: UserId, addresses: PageAddresses): Columns {
  const { finalUrl, finalHost, pageKey } = destinationOf(addresses);
  return { final_url: finalUrl, final_host: finalHost, page_id: pageIdOf(userId, pageKey) };
}

/**
 * The columns of a link that an event about its page changes. A failed fetch keeps the description of an earlier one.
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
        // Events of imported histories may name more than a `bigint` holds.
        file_bytes: Number.isSafeInteger(page.fileBytes) ? page.fileBytes : null,
        ...destinationColumns(userId, { url, finalUrl, canonicalUrl: page.canonicalUrl }),
        ...enrichmentColumns("done", attempts, time),
        ...healthColumns("fine", time),
      };
    }
    case "PageIllustrated": {
      const { previewKey, faviconKey } = data;
      return compact({ preview_key: previewKey, favicon_key: faviconKey });
    }
    case "PageFoundUnchanged":
      return { ...enrichmentColumns("done", data.attempts, time), ...healthColumns("fine", time) };
    case "PageFetchFailed":
      return {
        ...enrichmentColumns("pending", data.attempts, time, data.reason, data.nextTryAt),
        ...failureColumns(userId, data),
      };
    case "PageUnreachable":
      return { ...enrichmentColumns("failed", data.attempts, time, data.reason), ...failureColumns(userId, data) };
    case "PageHealthChanged":
      return healthColumns(data.health, time, data.newUrl);
  }
}

/** @param time of the last attempt; null before the first */
const enrichmentColumns = (
  state: "done" | "pending" | "failed",
  attempts: number,
  time: string | null,
  reason: string | null = null,
  nextTryAt: string | null = null,
): Columns => ({
  enrichment_state: state,
  enrichment_reason: reason,
  enrichment_tried_at: time,
  enrichment_attempts: attempts,
  enrichment_next_try_at: nextTryAt,
});

/** @param time of the last check; null before the first */
const healthColumns = (state: LinkRow["health_state"], time: string | null, newUrl: string | null = null): Columns => ({
  health_state: state,
  health_checked_at: time,
  health_new_url: newUrl,
});

/** The columns that a failed fetch changes; without a final address the former one stays. */
const failureColumns = (
  userId: UserId,
  { url, finalUrl, urlTitle }: EventOf<typeof PageFetchFailed | typeof PageUnreachable>["data"],
): Columns => ({
  ...(urlTitle === undefined ? {} : { url_title: urlTitle }),
  ...(finalUrl === undefined ? {} : destinationColumns(userId, { url, finalUrl })),
});
