import {
  type AnyEvent,
  type LinkId,
  type PayloadType,
  WEBHOOK_TEXT_CHARS,
  type WebhookEvent,
} from "@satchel/contracts";

/** What a payload says of the link that an event without an address is about. */
export interface PayloadLink {
  /** Null where the journal has none any more. */
  readonly url: string | null;
  readonly title: string | null;
}

/** A payload of Standard Webhooks, without its time. `notes` are parts that only go where notes are wanted. */
export interface Payload {
  readonly type: PayloadType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly notes?: Readonly<Record<string, unknown>>;
}

/** The payloads of events, and to which webhooks they go. An import is one event. */
const TYPES: Readonly<Record<string, { readonly type: PayloadType; readonly chosenBy: WebhookEvent }>> = {
  LinkSaved: { type: "link.saved", chosenBy: "link.saved" },
  LinkSavedAgain: { type: "link.saved", chosenBy: "link.saved" },
  ImportFinished: { type: "import.finished", chosenBy: "link.saved" },
  PageDescribed: { type: "link.described", chosenBy: "link.described" },
  PageKept: { type: "link.kept", chosenBy: "link.kept" },
  HighlightMade: { type: "link.highlighted", chosenBy: "link.highlighted" },
  LinkDeleted: { type: "link.deleted", chosenBy: "link.deleted" },
};

/** Which webhooks an event goes to: those that have chosen this. Undefined: none. */
export const chosenBy = (eventType: string): WebhookEvent | undefined => TYPES[eventType]?.chosenBy;

/** Whether an event is about one link of an import, which is told of as a whole, or is the end of an earlier deletion. */
export const isLeftOut = ({ type, data }: AnyEvent): boolean =>
  ((type === "LinkSaved" || type === "LinkSavedAgain") && data.origin.kind === "import") ||
  (type === "LinkDeleted" && data.final === true);

/** Whether a payload needs {@link PayloadLink}. */
export const needsLink = ({ type }: AnyEvent): boolean =>
  type === "PageDescribed" || type === "PageKept" || type === "HighlightMade" || type === "LinkDeleted";

/** A text of at most {@link WEBHOOK_TEXT_CHARS}; null for none. */
function textOf(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  if (text.length <= WEBHOOK_TEXT_CHARS) return text;
  // Not within a surrogate pair.
  return `${text.slice(0, WEBHOOK_TEXT_CHARS - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const noteOf = (name: string, text: string | undefined): Pick<Payload, "notes"> => {
  const note = textOf(text);
  return note === null ? {} : { notes: { [name]: note } };
};

/**
 * The payload of an event; undefined for an event that none is sent about.
 * @param linkId of the event's aggregate
 * @param link where {@link needsLink}
 */
export function payloadOf(event: AnyEvent, linkId: LinkId, link: PayloadLink): Payload | undefined {
  const type = TYPES[event.type]?.type;
  if (type === undefined) return undefined;
  const of = { id: linkId, url: link.url, title: link.title };
  switch (event.type) {
    case "LinkSaved":
    case "LinkSavedAgain": {
      const { url, origin, title, description, tags = [], folderId = null, notes } = event.data;
      const suggested = event.type === "LinkSaved" ? event.data.suggestedTitle : undefined;
      const texts = { title: textOf(title ?? suggested), description: textOf(description) };
      const isNew = event.type === "LinkSaved";
      const data = { id: linkId, url, ...texts, tags, folder_id: folderId, saved_by: origin.kind, is_new: isNew };
      return { type, data, ...noteOf("notes", notes) };
    }
    case "ImportFinished": {
      const { importId, saved, known, skipped, failed = null } = event.data;
      return { type, data: { id: importId, saved, known, skipped, failed } };
    }
    case "PageDescribed": {
      const { page, url, urlTitle } = event.data;
      const texts = { title: textOf(page.title ?? urlTitle), description: textOf(page.description) };
      const site = { site_name: textOf(page.siteName), author: textOf(page.author), language: page.language ?? null };
      const kind = { media_type: page.mediaType ?? null, reading_minutes: page.readingMinutes ?? null };
      return { type, data: { id: linkId, url, ...texts, ...site, ...kind, tags: page.tags } };
    }
    case "PageKept": {
      const { version, type: mediaType, bytes, words = null, language = null } = event.data;
      return { type, data: { ...of, version, content_type: mediaType, bytes, words, language } };
    }
    case "HighlightMade": {
      const { highlightId, quote, color, note } = event.data;
      const highlight = { id: highlightId, text: textOf(quote.exact), color };
      return { type, data: { ...of, highlight }, ...noteOf("note", note) };
    }
    default:
      return { type, data: of };
  }
}

/** What is sent: exactly this is signed. @param time of the event */
export const bodyOf = ({ type, data, notes = {} }: Payload, time: Date, withNotes: boolean): string =>
  JSON.stringify({ type, timestamp: time.toISOString(), data: withNotes ? { ...data, ...notes } : data });
