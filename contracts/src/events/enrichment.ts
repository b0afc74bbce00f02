import Type, { type Static } from "typebox";
import { DESCRIPTION_CHARS, TAGS_FROM_PAGE, TAG_CHARS, TITLE_CHARS, URL_CHARS } from "../limits.ts";
import { defineEvent, type EventOf } from "./define.ts";

const Url = Type.String({ maxLength: URL_CHARS });

/** Where a picture lies in the object store: the SHA-256 of its octets as hex digits. */
export const PictureKey = Type.String({ pattern: "^[0-9a-f]{64}$" });
export type PictureKey = Static<typeof PictureKey>;

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
});
export type PageDescription = Static<typeof PageDescription>;

/**
 * The page behind a link was fetched and read. `finalUrl` is where its redirects ended; the keys tell which of its
 * pictures are kept here.
 */
export const PageDescribed = defineEvent(
  "enrichment",
  "PageDescribed",
  Type.Object({
    url: Url,
    finalUrl: Url,
    attempts: Type.Integer({ minimum: 1 }),
    page: PageDescription,
    previewKey: Type.Optional(PictureKey),
    faviconKey: Type.Optional(PictureKey),
  }),
);

/** The page behind a link can't be had; nothing tries again by itself. `reason` is a stable code. */
export const PageUnreachable = defineEvent(
  "enrichment",
  "PageUnreachable",
  Type.Object({
    url: Url,
    attempts: Type.Integer({ minimum: 1 }),
    reason: Type.String({ minLength: 1, maxLength: 60 }),
    httpStatus: Type.Optional(Type.Integer()),
  }),
);

export const enrichmentEvents = [PageDescribed, PageUnreachable] as const;
export type EnrichmentEvent = EventOf<(typeof enrichmentEvents)[number]>;
