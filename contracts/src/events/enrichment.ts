import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import {
  DESCRIPTION_CHARS,
  TAGS_FROM_PAGE,
  TAG_CHARS,
  TITLE_CHARS,
  URL_CHARS,
  VALIDATOR_CHARS,
} from "../limits/index.ts";
import { Instant } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

const Url = Type.String({ maxLength: URL_CHARS });

/** The name of a picture in the object store: the SHA-256 of its octets as hex digits. */
export const PictureKey = Type.String({ pattern: "^[0-9a-f]{64}$" });
export type PictureKey = Static<typeof PictureKey>;

/** The kinds of content that a link leads to. */
const MEDIA_TYPES = [
  "page",
  "article",
  "post",
  "discussion",
  "paper",
  "repository",
  "product",
  "recipe",
  "book",
  "video",
  "audio",
  "image",
  "pdf",
  "text",
  "data",
  "archive",
  "document",
  "file",
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A page's description of itself; every field may be missing. */
export const PageDescription = Type.Object({
  title: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
  description: Type.Optional(Type.String({ maxLength: DESCRIPTION_CHARS })),
  previewImageUrl: Type.Optional(Url),
  faviconUrl: Type.Optional(Url),
  siteName: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
  author: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
  publishedAt: Type.Optional(Type.String({ maxLength: 40 })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  canonicalUrl: Type.Optional(Url),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_FROM_PAGE }),
  /** One of {@link MEDIA_TYPES}; any word is valid, so that a later one does not stop an older reader. */
  mediaType: Type.Optional(Type.String({ pattern: "^[a-z]{2,20}$" })),
  /** Minutes that an adult needs to read the page's text, rounded, at least 1. */
  readingMinutes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Size of a file in octets, as its server says. */
  fileBytes: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type PageDescription = Static<typeof PageDescription>;

const Attempts = Type.Integer({ minimum: 1 });
const HttpStatus = Type.Integer();
/** A stable code of the fault: one of the fetcher's, `unreadable-…`, or `wall-…` for what was shown instead of the page. */
const Reason = Type.String({ minLength: 1, maxLength: 60 });

/** The title made from the words of the address, for links without another title. */
const UrlTitle = Type.Optional(Type.String({ minLength: 1, maxLength: TITLE_CHARS }));

/** The page's validators (RFC 9110 section 8.8), verbatim. */
const Validators = Type.Object({
  etag: Type.Optional(Type.String({ maxLength: VALIDATOR_CHARS })),
  lastModified: Type.Optional(Type.String({ maxLength: VALIDATOR_CHARS })),
});

/**
 * The page of a link was fetched and parsed. `finalUrl` is where its redirects ended; the keys name its former
 * pictures, until `PageIllustrated` names the new ones. `rules` is the version of the extraction: after a change of the
 * rules a page is fetched in full again, although its `validators` are unchanged.
 */
export const PageDescribed = defineEvent("enrichment", "PageDescribed", {
  url: Url,
  finalUrl: Url,
  attempts: Attempts,
  page: PageDescription,
  previewKey: Type.Optional(PictureKey),
  faviconKey: Type.Optional(PictureKey),
  urlTitle: UrlTitle,
  rules: Type.Optional(Type.Integer({ minimum: 1 })),
  validators: Type.Optional(Validators),
});

/** The page of a link was refetched, and is unchanged since its last description. */
export const PageFoundUnchanged = defineEvent("enrichment", "PageFoundUnchanged", { url: Url, attempts: Attempts });

/**
 * The pictures of a page were fetched and stored. A key that is null: there is no picture; a missing key: it was not
 * fetched.
 */
export const PageIllustrated = defineEvent("enrichment", "PageIllustrated", {
  url: Url,
  previewKey: Type.Optional(Nullable(PictureKey)),
  faviconKey: Type.Optional(Nullable(PictureKey)),
});

/** Fields of a page that could not be read: where its redirects ended, and a title from its address. */
const Unread = { finalUrl: Type.Optional(Url), urlTitle: UrlTitle };

/** An attempt to fetch the page of a link failed; the next one is at `nextTryAt` or a little later. */
export const PageFetchFailed = defineEvent("enrichment", "PageFetchFailed", {
  url: Url,
  attempts: Attempts,
  reason: Reason,
  httpStatus: Type.Optional(HttpStatus),
  nextTryAt: Instant,
  ...Unread,
});

/** The page of a link can't be fetched, and is not retried by itself. `reason` is a stable code. */
export const PageUnreachable = defineEvent("enrichment", "PageUnreachable", {
  url: Url,
  attempts: Attempts,
  reason: Reason,
  httpStatus: Type.Optional(HttpStatus),
  ...Unread,
});

/**
 * A check of a link's page had a new result: the page is `gone` (found twice, a day or more apart), it has `moved`
 * permanently to `newUrl`, or it is `fine` again.
 */
export const PageHealthChanged = defineEvent("enrichment", "PageHealthChanged", {
  url: Url,
  health: Type.Enum(["fine", "gone", "moved"]),
  newUrl: Type.Optional(Url),
  reason: Type.Optional(Reason),
  httpStatus: Type.Optional(HttpStatus),
});

export const enrichmentEvents = [
  PageDescribed,
  PageIllustrated,
  PageFoundUnchanged,
  PageFetchFailed,
  PageUnreachable,
  PageHealthChanged,
] as const;
export type EnrichmentEvent = EventOf<(typeof enrichmentEvents)[number]>;
