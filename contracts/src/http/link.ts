import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { CopyId, FolderId, Instant, LinkId } from "../ids.ts";

/**
 * The state of describing a link's page. `reason` is a stable code: why it `failed`, or, while `pending`, why the last
 * attempt failed; the next one is at `next_try_at` or a little later.
 */
const EnrichmentState = Type.Object({
  state: Type.Enum(["pending", "done", "failed"]),
  reason: Nullable(Type.String()),
  tried_at: Nullable(Instant),
  attempts: Type.Integer(),
  next_try_at: Nullable(Instant),
});

/**
 * Whether a link still leads to its page. `moved`: its owner says that it is at `new_url` for good. `unknown` until the
 * page was described or, if the operator enabled it, checked. `checked_at` is the time of that.
 */
const LinkHealth = Type.Object({
  state: Type.Enum(["fine", "gone", "moved", "unknown"]),
  checked_at: Nullable(Instant),
  new_url: Nullable(Type.String()),
});
type LinkHealth = Static<typeof LinkHealth>;

/** A text in pieces, with the matches of the search marked. */
export const MarkedText = Type.Array(Type.Object({ text: Type.String(), found: Type.Boolean() }));
export type MarkedText = Static<typeof MarkedText>;

/** The newest copy of a link's page; missing where there is none. */
export const LinkCopy = Type.Object(
  {
    version: CopyId,
    kept_at: Instant,
    words: Nullable(Type.Integer({ minimum: 0 })),
    read: Type.Number({ minimum: 0, maximum: 1, description: "How far its article was read: 1 is done" }),
    kind: Nullable(Type.String({ description: "article, listing, forum, product, video, app, document, …" })),
  },
  { description: "The newest copy of its page that this server keeps; missing where there is none" },
);
export type LinkCopy = Static<typeof LinkCopy>;

/** How a link was last saved: the kinds of `LinkOrigin`. */
const SavedBy = Type.Enum(["mail", "page", "extension", "token", "import", "feed", "letter"], {
  description: "How it was last saved",
});

export const Link = Type.Object({
  id: LinkId,
  url: Type.String(),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  notes: Nullable(Type.String({ description: "The owner's own" })),
  preview_image_url: Nullable(Type.String({ description: "A path of this server; no third party is asked" })),
  favicon_url: Nullable(Type.String({ description: "A path of this server; no third party is asked" })),
  tags: Type.Array(Type.String()),
  is_favorite: Type.Boolean(),
  folder_id: Nullable(FolderId),
  visit_count: Type.Integer({ minimum: 0 }),
  first_visited_at: Nullable(Instant),
  last_visited_at: Nullable(Instant),
  reminder: Type.Optional(
    Type.Object(
      { at: Instant, is_due: Type.Boolean() },
      { description: "When its owner wants to see it again, and whether that time has come; missing without one" },
    ),
  ),
  created_at: Instant,
  saved_at: Instant,
  saved_by: SavedBy,
  enrichment: EnrichmentState,
  final_url: Nullable(Type.String({ description: "Where the address leads, when that is another one" })),
  site_name: Nullable(Type.String()),
  unicode_host: Type.Optional(
    Type.String({
      description:
        "The host of an international domain name in its own letters; missing where it could pass for another",
    }),
  ),
  media_type: Nullable(
    Type.String({ description: "page, article, video, image, audio, pdf, text, archive, document, file, …" }),
  ),
  reading_minutes: Nullable(Type.Integer({ minimum: 0 })),
  health: LinkHealth,
  copy: Type.Optional(LinkCopy),
  match: Type.Optional(
    Type.Object(
      {
        title: MarkedText,
        snippet: MarkedText,
        passage: Type.Optional(
          Type.Object(
            {
              in: Type.Enum(["text", "highlight", "note"]),
              pieces: MarkedText,
            },
            {
              description:
                "An excerpt of the copy's text, of a highlight, or of its note, where the link was found in it",
            },
          ),
        ),
      },
      { description: "Only in answers to a search: title and an excerpt with the matches" },
    ),
  ),
});
export type Link = Static<typeof Link>;

/** A single link, with everything that its page says about itself. */
export const LinkDetail = Type.Object({
  ...Link.properties,
  author: Nullable(Type.String()),
  published_at: Nullable(Type.String({ description: "As the page says: ISO 8601, a date or more" })),
  language: Nullable(Type.String({ description: "BCP 47" })),
  file_bytes: Nullable(Type.Integer({ minimum: 0, description: "Octets of a link that leads to a file" })),
  same_as: Type.Array(LinkId, { description: "The caller's other links that lead to the same page, the newest first" }),
});
export type LinkDetail = Static<typeof LinkDetail>;
