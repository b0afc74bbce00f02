import {
  type Decision,
  happened,
  type HighlightColor,
  type HighlightEvent,
  type HighlightId,
  HIGHLIGHTS_PER_ACCOUNT,
  HIGHLIGHTS_PER_LINK,
  laterTexts,
  type LinkId,
  type MakeHighlight,
  type NoResult,
  nothingToDo,
  type PayloadOf,
  rejected,
  UNDO_SECONDS,
} from "@satchel/contracts";

type Outcome = Decision<HighlightEvent, NoResult>;

/** A highlight, as a command finds it. */
export interface HighlightState {
  readonly color: HighlightColor;
  readonly note: string | null;
  /** When it was deleted; null when it is there. */
  readonly deletedAt: Date | null;
}

/** What there is already where a highlight is to be made; deleted ones that can be restored are counted. */
export interface MakingState {
  /** Whether the command was carried out before: its highlight is there, or was deleted. */
  readonly isMade: boolean;
  readonly ofLink: number;
  readonly ofAccount: number;
}

export interface HighlightTarget {
  readonly linkId: LinkId;
  readonly highlightId: HighlightId;
}

const notFound = rejected("not-found", laterTexts.highlights.notFound);

/** A note keeps its lines; other control characters are none of a text. */
const cleanNote = (note: string): string =>
  note
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** A text of an article has spaces and line feeds alone. */
const cleanQuote = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\n]/gu, " ");

type MakeRequest = Omit<PayloadOf<typeof MakeHighlight>, "userId" | "past" | "formerId">;

/** Makes a highlight, unless the link or the account has as many as it may. */
export function decideMake(
  { isMade, ofLink, ofAccount }: MakingState,
  { linkId, quote, position, textHash, version, color, note }: MakeRequest,
  highlightId: HighlightId,
): Decision<HighlightEvent, { highlightId: HighlightId }> {
  if (isMade) return nothingToDo({ highlightId });
  const exact = cleanQuote(quote.exact);
  if (exact.trim() === "") return rejected("invalid", laterTexts.highlights.noWords);
  if (position !== undefined && position.start >= position.end) return rejected("invalid", laterTexts.highlights.place);
  if (ofLink >= HIGHLIGHTS_PER_LINK) return rejected("full", laterTexts.highlights.tooMany);
  if (ofAccount >= HIGHLIGHTS_PER_ACCOUNT) return rejected("full", laterTexts.highlights.full);
  const written = cleanNote(note ?? "");
  const data = {
    linkId,
    highlightId,
    quote: { exact, prefix: cleanQuote(quote.prefix), suffix: cleanQuote(quote.suffix) },
    // A position says nothing without the text it was counted in.
    ...(position === undefined || textHash === undefined ? {} : { position, textHash }),
    ...(version === undefined ? {} : { version }),
    color,
    ...(written === "" ? {} : { note: written }),
  };
  return happened({ type: "HighlightMade", data });
}

/** Changes what differs; an empty note is none. */
export function decideChangeOfHighlight(
  state: HighlightState | undefined,
  { linkId, highlightId }: HighlightTarget,
  changes: { readonly color?: HighlightColor | undefined; readonly note?: string | undefined },
): Outcome {
  if (state === undefined || state.deletedAt !== null) return notFound;
  const note = changes.note === undefined ? undefined : cleanNote(changes.note);
  const data = {
    ...(changes.color === undefined || changes.color === state.color ? {} : { color: changes.color }),
    ...(note === undefined || note === (state.note ?? "") ? {} : { note }),
  };
  if (Object.keys(data).length === 0) return nothingToDo({});
  return happened({ type: "HighlightChanged", data: { linkId, highlightId, ...data } });
}

export function decideDeleteOfHighlight(
  state: HighlightState | undefined,
  { linkId, highlightId }: HighlightTarget,
): Outcome {
  if (state === undefined) return notFound;
  if (state.deletedAt !== null) return nothingToDo({});
  return happened({ type: "HighlightDeleted", data: { linkId, highlightId } });
}

/** @param now milliseconds since 1970 */
export function decideRestoreOfHighlight(
  state: HighlightState | undefined,
  { linkId, highlightId }: HighlightTarget,
  now: number,
): Outcome {
  if (state === undefined) return notFound;
  if (state.deletedAt === null) return nothingToDo({});
  const isFinal = state.deletedAt.getTime() + UNDO_SECONDS * 1000 <= now;
  return isFinal ? notFound : happened({ type: "HighlightRestored", data: { linkId, highlightId } });
}
