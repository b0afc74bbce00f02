import Type, { type Static } from "typebox";
import { CopyId, HighlightId, LinkId } from "../ids.ts";
import { CONTEXT_CHARS, HIGHLIGHT_NOTE_CHARS, QUOTE_CHARS, TEXT_PLACE } from "../limits/index.ts";
import { defineEvent, type EventOf } from "./define.ts";

/** The colours of highlights, by name: how each looks is the page's. */
export const HighlightColor = Type.Enum(["yellow", "green", "blue", "pink", "purple"]);
export type HighlightColor = Static<typeof HighlightColor>;

/** A TextQuoteSelector (Web Annotation Data Model, section 4.2.4). */
export const TextQuote = Type.Object(
  {
    exact: Type.String({ minLength: 1, maxLength: QUOTE_CHARS }),
    prefix: Type.String({ maxLength: CONTEXT_CHARS }),
    suffix: Type.String({ maxLength: CONTEXT_CHARS }),
  },
  { additionalProperties: false },
);
export type TextQuote = Static<typeof TextQuote>;

const Place = Type.Integer({ minimum: 0, maximum: TEXT_PLACE });

/** A TextPositionSelector (section 4.2.5): code points of the article's text; `end` is the first one behind. */
export const TextPlace = Type.Object({ start: Place, end: Place }, { additionalProperties: false });
export type TextPlace = Static<typeof TextPlace>;

/** The hash of the text in which a position counts (`hashText`). */
export const TextHash = Type.String({ pattern: "^[0-9a-f]{16}$" });

const Note = Type.String({ maxLength: HIGHLIGHT_NOTE_CHARS });
const target = { linkId: LinkId, highlightId: HighlightId };

/**
 * A part of a link's article was marked. `version` is the copy whose article it was made on; like `position` and `textHash`
 * it is missing where only the quotation is known.
 */
export const HighlightMade = defineEvent("archive", "HighlightMade", {
  ...target,
  quote: TextQuote,
  position: Type.Optional(TextPlace),
  textHash: Type.Optional(TextHash),
  version: Type.Optional(CopyId),
  color: HighlightColor,
  note: Type.Optional(Note),
});

/** Its colour or its note was changed; an empty note is none. */
export const HighlightChanged = defineEvent("archive", "HighlightChanged", {
  ...target,
  color: Type.Optional(HighlightColor),
  note: Type.Optional(Note),
});

/** It was deleted, which can be undone for a while. */
export const HighlightDeleted = defineEvent("archive", "HighlightDeleted", target);

/** Its deletion was undone. */
export const HighlightRestored = defineEvent("archive", "HighlightRestored", target);

/** It was deleted so long ago that its quotation and its note are erased. */
export const HighlightPurged = defineEvent("archive", "HighlightPurged", target);

export const highlightEvents = [
  HighlightMade,
  HighlightChanged,
  HighlightDeleted,
  HighlightRestored,
  HighlightPurged,
] as const;
export type HighlightEvent = EventOf<(typeof highlightEvents)[number]>;
