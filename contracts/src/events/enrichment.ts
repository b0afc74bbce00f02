import Type, { type Static } from "typebox";
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

/** Where a picture lies in the object store: the SHA-256 of its octets as hex digits. */
export const PictureKey = Type.String({ pattern: "^[0-9a-f]{64}$" });
export type PictureKey = Static<typeof PictureKey>;

/** What kind of thing a link leads to. */
export const MEDIA_TYPES = [
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

/** What a page says about itself; every part may be missing. */
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
  /** One of {@link MEDIA_TYPES}; any word is taken, so that a later word does not stop an older reader. */
  mediaType: Type.Optional(Type.String({ pattern: "^[a-z]{2,20}$" })),
  /** Minutes an adult needs to read the page's text, rounded, at least 1. */
  readingMinutes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Octets of a link that leads to a file, as its server says. */
  fileBytes: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type PageDescription = Static<typeof PageDescription>;

const Attempts = Type.Integer({ minimum: 1 });
const HttpStatus = Type.Integer();
/** A stable code of what was the matter: one of the fetcher's, `unreadable-…`, or what stood in the page's place. */
const Reason = Type.String({ minLength: 1, maxLength: 60 });

/** The words of an address, to be shown where there is no other title. */
const UrlTitle = Type.Optional(Type.String({ minLength: 1, maxLength: TITLE_CHARS }));

/** What a server said of the version of its page (RFC 9110 section 8.8), as it was written there. */
const Validators = Type.Object({
  etag: Type.Optional(Type.String({ maxLength: VALIDATOR_CHARS })),
  lastModified: Type.Optional(Type.String({ maxLength: VALIDATOR_CHARS })),
});

/**
 * The page behind a link was fetched and read. `finalUrl` is where its redirects ended; the keys tell which of the pictures
 * that it had before are kept here, until `PageIllustrated` tells which it has now. `rules` is the version of the rules by which it was read: when they have changed, the page is
 * worth reading anew although it has not changed itself, which `validators` tell.
 */
export const PageDescribed = defineEvent(
  "enrichment",
  "PageDescribed",
  Type.Object({
    url: Url,
    finalUrl: Url,
    attempts: Attempts,
    page: PageDescription,
    previewKey: Type.Optional(PictureKey),
    faviconKey: Type.Optional(PictureKey),
    urlTitle: UrlTitle,
    rules: Type.Optional(Type.Integer({ minimum: 1 })),
    validators: Type.Optional(Validators),
  }),
);

/** The page behind a link was asked for again, and is what it was when it was described last. */
export const PageFoundUnchanged = defineEvent(
  "enrichment",
  "PageFoundUnchanged",
  Type.Object({ url: Url, attempts: Attempts }),
);

/** The pictures of a page were fetched and kept. A key that is null: there is none; that is missing: nothing was looked for. */
export const PageIllustrated = defineEvent(
  "enrichment",
  "PageIllustrated",
  Type.Object({
    url: Url,
    previewKey: Type.Optional(Type.Union([PictureKey, Type.Null()])),
    faviconKey: Type.Optional(Type.Union([PictureKey, Type.Null()])),
  }),
);

/** What is known of a page that was not read: where its redirects ended, and the words of its address as a title. */
const Unread = { finalUrl: Type.Optional(Url), urlTitle: UrlTitle };

/** A try to have the page behind a link failed, and there will be another one at `nextTryAt` or a little later. */
export const PageFetchFailed = defineEvent(
  "enrichment",
  "PageFetchFailed",
  Type.Object({
    url: Url,
    attempts: Attempts,
    reason: Reason,
    httpStatus: Type.Optional(HttpStatus),
    nextTryAt: Instant,
    ...Unread,
  }),
);

/** The page behind a link can't be had; nothing tries again by itself. `reason` is a stable code. */
export const PageUnreachable = defineEvent(
  "enrichment",
  "PageUnreachable",
  Type.Object({
    url: Url,
    attempts: Attempts,
    reason: Reason,
    httpStatus: Type.Optional(HttpStatus),
    ...Unread,
  }),
);

/**
 * A check of a link that had been described, or found otherwise before, found something new: the page is `gone` (twice, a
 * day or more apart), its owner says that it `moved` for good to `newUrl`, or it is `fine` again.
 */
export const PageHealthChanged = defineEvent(
  "enrichment",
  "PageHealthChanged",
  Type.Object({
    url: Url,
    health: Type.Union([Type.Literal("fine"), Type.Literal("gone"), Type.Literal("moved")]),
    newUrl: Type.Optional(Url),
    reason: Type.Optional(Reason),
    httpStatus: Type.Optional(HttpStatus),
  }),
);

export const enrichmentEvents = [
  PageDescribed,
  PageIllustrated,
  PageFoundUnchanged,
  PageFetchFailed,
  PageUnreachable,
  PageHealthChanged,
] as const;
export type EnrichmentEvent = EventOf<(typeof enrichmentEvents)[number]>;
