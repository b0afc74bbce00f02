import {
  type Decision,
  happened,
  type LinkEvent,
  type LinkOrigin,
  nothingToDo,
  rejected,
  type FolderId,
  texts,
} from "@satchel/contracts";
import type { WebAddress } from "./canonical-url.ts";

/** A link as decisions need it; undefined where it never was. Sequence and times are none of the domain's business. */
export interface LinkState {
  readonly isDeleted: boolean;
  readonly isFavorite: boolean;
  readonly folderId: FolderId | null;
  /** What the owner gave; null where the page's own serves. */
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[] | null;
  readonly visitCount: number;
}

export type LinkChanges = Extract<LinkEvent, { type: "LinkChanged" }>["data"];

export interface SaveRequest {
  readonly address: WebAddress;
  readonly origin: LinkOrigin;
  readonly title?: string | undefined;
  readonly suggestedTitle?: string | undefined;
  readonly folderId?: FolderId | null | undefined;
  readonly tags?: readonly string[] | undefined;
}

const notFound = rejected("not-found", texts.links.notFound);
const noFolder = rejected("not-found", texts.folders.notFound);

/** Keeps a link, or moves the one that is there to the top. */
export function decideSave(
  state: LinkState | undefined,
  { address, origin, title, suggestedTitle, folderId, tags }: SaveRequest,
  folderExists: boolean,
): Decision<LinkEvent, never> {
  if (folderId !== undefined && folderId !== null && !folderExists) return noFolder;
  const { url, canonicalUrl } = address;
  const folder = folderId === undefined ? {} : { folderId };
  if (state !== undefined) return happened({ type: "LinkSavedAgain", data: { url, origin, ...folder } });
  return happened({
    type: "LinkSaved",
    data: {
      url,
      canonicalUrl,
      origin,
      ...folder,
      ...(title === undefined || title.trim() === "" ? {} : { title: title.trim() }),
      ...(suggestedTitle === undefined || suggestedTitle.trim() === ""
        ? {}
        : { suggestedTitle: suggestedTitle.trim() }),
      ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
    },
  });
}

/** Changes what differs; asking for what is so already changes nothing. */
export function decideChange(
  state: LinkState | undefined,
  changes: LinkChanges,
  folderExists: boolean,
): Decision<LinkEvent, Record<string, never>> {
  if (state === undefined || state.isDeleted) return notFound;
  const { isFavorite, folderId, title, description, tags } = changes;
  if (folderId !== undefined && folderId !== null && !folderExists) return noFolder;
  const clean = tags === undefined ? undefined : cleanTags(tags);
  const data: LinkChanges = {
    ...(isFavorite === undefined || isFavorite === state.isFavorite ? {} : { isFavorite }),
    ...(folderId === undefined || folderId === state.folderId ? {} : { folderId }),
    ...(title === undefined || title.trim() === (state.title ?? "") ? {} : { title: title.trim() }),
    ...(description === undefined || description.trim() === (state.description ?? "")
      ? {}
      : { description: description.trim() }),
    ...(clean === undefined || sameTags(clean, state.tags) ? {} : { tags: clean }),
  };
  return Object.keys(data).length === 0 ? nothingToDo({}) : happened({ type: "LinkChanged", data });
}

/** Counts one visit more. */
export const decideVisit = (state: LinkState | undefined): Decision<LinkEvent, never> =>
  state === undefined || state.isDeleted
    ? notFound
    : happened({ type: "LinkVisited", data: { visitCount: state.visitCount + 1 } });

export const decideDelete = (state: LinkState | undefined): Decision<LinkEvent, never> =>
  state === undefined || state.isDeleted ? notFound : happened({ type: "LinkDeleted", data: {} });

/** Tags trimmed, white space within made one blank, each once whatever its case, in the order given. */
export function cleanTags(tags: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const tag of tags) {
    const clean = tag.replace(/\s+/gu, " ").trim();
    // To upper case first: "ß" and "SS", "σ" and "ς" are the same without case.
    const folded = clean.normalize("NFC").toUpperCase().toLowerCase();
    if (clean !== "" && !byFolded.has(folded)) byFolded.set(folded, clean);
  }
  return [...byFolded.values()];
}

const sameTags = (a: readonly string[], b: readonly string[] | null): boolean =>
  b !== null && a.length === b.length && a.every((tag, i) => tag === b[i]);
