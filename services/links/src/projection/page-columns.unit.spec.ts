import type { StoredEvent } from "@satchel/chassis";
import { type EnrichmentEvent, type LinkId, parseSubject, type UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { linksProjection } from "./projection.ts";

const userId = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01" as UserId;
const id = "8b4571bd-f45a-580c-8bfe-60e1632dbf9a" as LinkId;
const time = new Date("2026-01-02T03:04:05.678Z");
const at = time.toISOString();
const url = "https://a.example/x";

/** What an event about a page sets in the row of its link, which is all that it does. */
function setBy(event: EnrichmentEvent): Record<string, unknown> {
  const subject = `journal.3.${userId}.enrichment.${id}`;
  const correlation = { correlationId: "", causationId: "", traceparent: "" };
  const stored = { ...event, id: "e", version: 1, time, sequence: 42, subject, at: parseSubject(subject), correlation };
  const [change, ...more] = linksProjection.project(stored as StoredEvent);
  expect(more).toEqual([]);
  if (change?.op !== "patch") throw new Error("no row is patched");
  expect(change).toMatchObject({ table: "links", key: { user_id: userId, id } });
  // Its own revision stays, or the owner's next change would meet a conflict.
  expect(change.set).not.toHaveProperty("revision");
  return change.set as Record<string, unknown>;
}

const described = (more: object = {}): EnrichmentEvent => ({
  type: "PageDescribed",
  data: { url, finalUrl: url, attempts: 2, page: { title: "P", tags: ["x"] }, ...more },
});

describe("given a page was described", () => {
  test("then its whole description is in the row, and former fields are null", () => {
    expect(setBy(described({ faviconKey: "ab" }))).toEqual({
      page_title: "P",
      url_title: null,
      page_description: null,
      page_tags: ["x"],
      preview_key: null,
      favicon_key: "ab",
      site_name: null,
      author: null,
      published_at: null,
      language: null,
      media_type: null,
      reading_minutes: null,
      file_bytes: null,
      final_url: null,
      final_host: null,
      page_id: expect.any(String),
      enrichment_state: "done",
      enrichment_reason: null,
      enrichment_tried_at: at,
      enrichment_attempts: 2,
      enrichment_next_try_at: null,
      health_state: "fine",
      health_checked_at: at,
      health_new_url: null,
      changed_at: at,
    });
  });

  test("then site, author, date, language, kind, time to read and size are kept", () => {
    const page = {
      siteName: "The Post",
      author: "Ada",
      publishedAt: "2024-02-29",
      language: "de-AT",
      mediaType: "article",
      readingMinutes: 7,
      fileBytes: 3_200_000_000,
      tags: [],
    };
    expect(setBy(described({ page, urlTitle: "X" }))).toMatchObject({
      page_title: null,
      url_title: "X",
      site_name: "The Post",
      author: "Ada",
      published_at: "2024-02-29",
      language: "de-AT",
      media_type: "article",
      reading_minutes: 7,
      file_bytes: 3_200_000_000,
    });
  });

  test("then the row says where its URL led", () => {
    expect(setBy(described({ finalUrl: "https://b.example:8443/y" }))).toMatchObject({
      final_url: "https://b.example:8443/y",
      final_host: "b.example:8443",
    });
  });

  test("then all addresses of one page have the same mark, and another page has another", () => {
    const mark = (finalUrl: string) => setBy(described({ finalUrl })).page_id;
    expect(mark("https://b.example/y")).toBe(mark("http://www.b.example/y/"));
    expect(mark("https://b.example/y")).not.toBe(mark("https://b.example/z"));
  });
});

test.each([
  [
    { previewKey: "ab", faviconKey: "cd" },
    { preview_key: "ab", favicon_key: "cd" },
  ],
  [
    { previewKey: null, faviconKey: null },
    { preview_key: null, favicon_key: null },
  ],
  [{ faviconKey: "cd" }, { favicon_key: "cd" }],
])(
  "given a page's pictures were kept, then those that were looked for are in the row, and nothing else of it changes",
  (keys, set) => {
    expect(setBy({ type: "PageIllustrated", data: { url, ...keys } })).toEqual({ ...set, changed_at: at });
  },
);

test("given an unchanged page, then its fetch is done, and its description stays", () => {
  expect(setBy({ type: "PageFoundUnchanged", data: { url, attempts: 1 } })).toEqual({
    enrichment_state: "done",
    enrichment_reason: null,
    enrichment_tried_at: at,
    enrichment_attempts: 1,
    enrichment_next_try_at: null,
    health_state: "fine",
    health_checked_at: at,
    health_new_url: null,
  });
});

test("given a failed attempt that is retried, then the link is still pending, with the reason and the time of the next attempt", () => {
  const nextTryAt = "2026-01-02T03:14:05.678Z";
  const data = { url, attempts: 2, reason: "timeout", nextTryAt };
  expect(setBy({ type: "PageFetchFailed", data })).toEqual({
    enrichment_state: "pending",
    enrichment_reason: "timeout",
    enrichment_tried_at: at,
    enrichment_attempts: 2,
    enrichment_next_try_at: nextTryAt,
  });
});

describe("given a page whose fetches have failed for good", () => {
  test("then the link has failed, and what was described before stays", () => {
    expect(setBy({ type: "PageUnreachable", data: { url, attempts: 5, reason: "timeout" } })).toEqual({
      enrichment_state: "failed",
      enrichment_reason: "timeout",
      enrichment_tried_at: at,
      enrichment_attempts: 5,
      enrichment_next_try_at: null,
    });
  });

  test("then the words of its address and where it led are kept", () => {
    const more = { finalUrl: "https://b.example/y", urlTitle: "Y" };
    const data = { url, attempts: 5, reason: "wall-bot-check", ...more };
    expect(setBy({ type: "PageUnreachable", data })).toMatchObject({
      final_url: "https://b.example/y",
      final_host: "b.example",
      page_id: setBy(described({ finalUrl: "https://b.example/y" })).page_id,
      url_title: "Y",
    });
  });
});

test.each([
  ["gone", { health: "gone", reason: "http-status", httpStatus: 404 }, null],
  ["moved", { health: "moved", newUrl: "https://b.example/y" }, "https://b.example/y"],
  ["fine", { health: "fine" }, null],
] as const)(
  "given a check found a page %s, then that and when is told, and nothing else changes",
  (state, found, newUrl) => {
    expect(setBy({ type: "PageHealthChanged", data: { url, ...found } })).toEqual({
      health_state: state,
      health_checked_at: at,
      health_new_url: newUrl,
    });
  },
);
