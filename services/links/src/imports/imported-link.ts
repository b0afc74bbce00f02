import {
  DESCRIPTION_CHARS,
  FOLDER_NAME_CHARS,
  type ImportId,
  importTexts,
  type LinkEvent,
  NOTES_CHARS,
  TAG_CHARS,
  TAGS_PER_LINK,
  TITLE_CHARS,
  URL_CHARS,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { WebAddress } from "../domain/canonical-url.ts";
import { isPurgeable } from "../domain/link.ts";
import { cleanTags } from "../domain/tags.ts";
import { cleanTitle } from "../domain/title.ts";
import type { Bookmark, FaultEntry } from "./formats/index.ts";
import { FOLDERS_DEEP, TAGS_READ } from "./limits.ts";

/** A bookmark to be saved: cleaned, within all limits, with a date. */
export interface ImportedLink {
  readonly address: WebAddress;
  readonly title: string;
  readonly description: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly isFavorite: boolean;
  readonly createdAt: string;
  readonly savedAt: string;
  readonly visits?: { readonly count: number; readonly firstAt?: string; readonly lastAt?: string };
}

/** The state of an existing link that an import needs; undefined when it was never saved. */
export interface ExistingLink {
  /** When it was deleted; null when it is not. */
  readonly deletedAt: Date | null;
  /** Whether it has tags, the owner's or the page's. */
  readonly hasDescription: boolean;
  readonly hasNotes: boolean;
  readonly hasTags: boolean;
}

/** No link is older than the web. */
const EARLIEST = Date.parse("1990-01-01T00:00:00Z");
/** Clocks differ, but by less than a day. */
const AHEAD_MS = 24 * 3600 * 1000;
const VISITS = 1_000_000;
const FAULT_CHARS = 200;

// Control characters other than tabs and line ends; Postgres can't store NUL.
// eslint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Well-formed text of at most so many code points, trimmed. */
export function cut(text: string | undefined, chars: number): string {
  if (text === undefined || text === "") return "";
  // Four times as many UTF-16 units, some of which are dropped, are enough: long texts are not cleaned as a whole.
  const clean = text
    .slice(0, 4 * chars)
    .toWellFormed()
    .replace(UNPRINTABLE, "")
    .trim();
  return clean.length <= chars ? clean : Array.from(clean).slice(0, chars).join("").trim();
}

const oneLine = (text: string | undefined, chars: number): string =>
  cut(text?.slice(0, 8 * chars).replace(/\s+/gu, " "), chars);

/** The names of at most two folders for a path: deeper names are joined to the second with " / ". */
export function placeOf(folders: readonly string[] = []): readonly string[] {
  const kept = folders.slice(0, FOLDERS_DEEP);
  const names = kept.map((name) => oneLine(name, FOLDER_NAME_CHARS)).filter((name) => name !== "");
  const [first, ...deeper] = names;
  if (first === undefined) return [];
  return deeper.length === 0 ? [first] : [first, oneLine(deeper.join(" / "), FOLDER_NAME_CHARS)];
}

export const isSane = (date: Date | undefined, now: number): date is Date =>
  date !== undefined && date.getTime() >= EARLIEST && date.getTime() <= now + AHEAD_MS;

/**
 * Brings a bookmark within all limits: texts are cut, tags beyond the limits and impossible dates are dropped. `undated` is
 * used when the file has no date; `now` is the time of the import.
 */
export function linkOf(bookmark: Bookmark, address: WebAddress, undated: Date, now: Date): ImportedLink {
  const at = (date: Date | undefined): string | undefined =>
    isSane(date, now.getTime()) ? date.toISOString() : undefined;
  const savedAt = at(bookmark.savedAt) ?? at(bookmark.createdAt) ?? undated.toISOString();
  const createdAt = at(bookmark.createdAt) ?? savedAt;
  return {
    address,
    title: cleanTitle(oneLine(bookmark.title, TITLE_CHARS)),
    description: cut(bookmark.description, DESCRIPTION_CHARS),
    notes: cut(bookmark.notes, NOTES_CHARS),
    tags: tagsOf(bookmark),
    isFavorite: bookmark.isFavorite ?? false,
    createdAt: createdAt < savedAt ? createdAt : savedAt,
    savedAt,
    ...visitsOf(bookmark, at),
  };
}

/** The first distinct tags. An entry may have a million, which would block the process for seconds. */
function tagsOf({ tags = [] }: Bookmark): readonly string[] {
  const read = tags.slice(0, TAGS_READ).map((tag) => oneLine(tag, TAG_CHARS));
  return cleanTags(read).slice(0, TAGS_PER_LINK);
}

function visitsOf(
  { visits }: Bookmark,
  at: (date: Date | undefined) => string | undefined,
): Pick<ImportedLink, "visits"> {
  if (visits === undefined || !(visits.count >= 1)) return {};
  const firstAt = at(visits.firstAt);
  const lastAt = at(visits.lastAt);
  return {
    visits: {
      count: Math.min(Math.trunc(visits.count), VISITS),
      ...compact({ firstAt, lastAt }),
    },
  };
}

/**
 * The event of an imported link. A new link is saved. A deleted link is restored with the data of the file, or saved as new
 * when its deletion can't be undone any more. An existing link only gets description, notes and tags that it lacks.
 * Undefined: no event.
 */
export function decideImport(
  kept: ExistingLink | undefined,
  link: ImportedLink,
  importId: ImportId,
  folderId: number | null,
  now: Date,
): LinkEvent | undefined {
  const { address, title, description, notes, tags, isFavorite, createdAt, savedAt, visits } = link;
  const origin = { kind: "import" as const, importId };
  const texts = {
    ...(title === "" ? {} : { title }),
    ...(description === "" ? {} : { description }),
    ...(notes === "" ? {} : { notes }),
  };
  const rest = compact({ createdAt, savedAt, visits });
  if (kept === undefined || isPurgeable(kept, now)) {
    const own = { ...(tags.length === 0 ? {} : { tags: [...tags] }), ...(isFavorite ? { isFavorite } : {}) };
    const place = folderId === null ? {} : { folderId };
    return { type: "LinkSaved", data: { url: address.url, origin, ...place, ...texts, ...own, ...rest } };
  }
  if (kept.deletedAt !== null) {
    const data = { url: address.url, origin, folderId, ...texts, tags: [...tags], isFavorite, ...rest };
    return { type: "LinkSavedAgain", data };
  }
  const data = {
    ...(kept.hasDescription || description === "" ? {} : { description }),
    ...(kept.hasNotes || notes === "" ? {} : { notes }),
    ...(kept.hasTags || tags.length === 0 ? {} : { tags: [...tags] }),
  };
  return Object.keys(data).length === 0 ? undefined : { type: "LinkChanged", data };
}

/** An address with another scheme than the web's. */
const OTHER_SCHEME = /^\s*(?!https?:)[a-z][a-z\d+.-]{0,30}:/i;

/** The address of a note in Shaarli's export: the host of the Shaarli is missing. */
const SHAARLI_NOTE = /^(?:\?|\/shaare\/)[\w-]{6}$/;

/** Why a bookmark's address can't be saved. */
export function badAddress({ url, title }: Bookmark): FaultEntry {
  if (SHAARLI_NOTE.test(url)) return { kind: "fault", text: title || url, reason: importTexts.noLink };
  const reason =
    url.trim() === ""
      ? importTexts.noAddress
      : url.length > URL_CHARS
        ? importTexts.longAddress
        : OTHER_SCHEME.test(url)
          ? importTexts.otherScheme
          : importTexts.noWebAddress;
  return { kind: "fault", text: url.trim() === "" ? (title ?? "") : url, reason };
}

/** The entry of a fault in one line. */
export const faultText = (text: string): string => oneLine(text, FAULT_CHARS);
