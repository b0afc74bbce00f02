import {
  type Decision,
  happened,
  type LinkChanges,
  type LinkEvent,
  type LinkOrigin,
  nothingToDo,
  rejected,
  type FolderId,
  TAGS_PER_LINK,
  texts,
  UNDO_SECONDS,
} from "@satchel/contracts";
import type { WebAddress } from "./canonical-url.ts";
import { type LinkState, shownTags } from "./link-state.ts";
import { cleanTags, sameTags } from "./tags.ts";

export interface SaveRequest {
  readonly address: WebAddress;
  readonly origin: LinkOrigin;
  readonly title?: string | undefined;
  readonly suggestedTitle?: string | undefined;
  readonly folderId?: FolderId | null | undefined;
  readonly tags?: readonly string[] | undefined;
}

type Nothing = Record<string, never>;

export const notFound = rejected("not-found", texts.links.notFound);
const noFolder = rejected("not-found", texts.folders.notFound);

/**
 * Saves a link, or moves an existing one to the top and adds the tags that were sent. A link whose deletion can't be undone
 * any more is saved as a new one: no decision may build on events that are about to be erased.
 */
export function decideSave(
  found: LinkState | undefined,
  { address, origin, title, suggestedTitle, folderId, tags }: SaveRequest,
  folderExists: boolean,
  now: Date,
): Decision<LinkEvent, never> {
  if (folderId !== undefined && folderId !== null && !folderExists) return noFolder;
  const state = isGone(found, now) ? undefined : found;
  const { url } = address;
  const place = folderId === undefined ? {} : { folderId };
  const ownTitle = title === undefined || title.trim() === "" ? {} : { title: title.trim() };
  if (state === undefined) {
    const suggested = suggestedTitle?.trim() ?? "";
    const data = {
      url,
      origin,
      ...place,
      ...ownTitle,
      ...(suggested === "" ? {} : { suggestedTitle: suggested }),
      ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
    };
    return happened({ type: "LinkSaved", data });
  }
  const united = cleanTags([...shownTags(state), ...(tags ?? [])]).slice(0, TAGS_PER_LINK);
  const brings = united.length > shownTags(state).length;
  const data = { url, origin, ...place, ...ownTitle, ...(brings ? { tags: united } : {}) };
  return happened({ type: "LinkSavedAgain", data });
}

/** Changes the fields that differ; no event when none does. */
export function decideChange(
  state: LinkState | undefined,
  changes: LinkChanges,
  folderExists: boolean,
): Decision<LinkEvent, Nothing> {
  if (state === undefined || state.deletedAt !== null) return notFound;
  const { isFavorite, folderId, tags } = changes;
  if (folderId !== undefined && folderId !== null && !folderExists) return noFolder;
  const clean = tags === undefined ? undefined : cleanTags(tags);
  const data: LinkChanges = {
    ...(isFavorite === undefined || isFavorite === state.isFavorite ? {} : { isFavorite }),
    ...(folderId === undefined || folderId === state.folderId ? {} : { folderId }),
    ...changedText("title", changes, state),
    ...changedText("description", changes, state),
    ...changedText("notes", changes, state),
    ...(clean === undefined || sameTags(clean, state.tags) ? {} : { tags: clean }),
  };
  return Object.keys(data).length === 0 ? nothingToDo({}) : happened({ type: "LinkChanged", data });
}

type TextField = "title" | "description" | "notes";

function changedText(field: TextField, changes: LinkChanges, state: LinkState): Pick<LinkChanges, TextField> {
  const text = changes[field]?.trim();
  return text === undefined || text === (state[field] ?? "") ? {} : { [field]: text };
}

/** The visitor: the mark of the session, if known, and whether it has visited the link a moment ago. */
export interface Visitor {
  readonly sessionMark?: string | undefined;
  readonly isBack: boolean;
}

/** Counts a visit, unless it repeats one that was counted. */
export function decideVisit(
  state: LinkState | undefined,
  { sessionMark, isBack }: Visitor,
): Decision<LinkEvent, Nothing> {
  if (state === undefined || state.deletedAt !== null) return notFound;
  if (isBack) return nothingToDo({});
  const mark = sessionMark === undefined ? {} : { sessionMark };
  return happened({ type: "LinkVisited", data: { visitCount: state.visitCount + 1, ...mark } });
}

export const decideDelete = (state: LinkState | undefined): Decision<LinkEvent, never> =>
  state === undefined || state.deletedAt !== null ? notFound : happened({ type: "LinkDeleted", data: {} });

/** Undoes a deletion, while that is possible (decision 20). */
export const decideRestore = (state: LinkState | undefined, now: Date): Decision<LinkEvent, never> =>
  state === undefined || state.deletedAt === null || isGone(state, now)
    ? notFound
    : happened({ type: "LinkRestored", data: {} });

/** Makes the deletion of a link final: from then on it can't be restored. */
export const decideErase = (state: LinkState | undefined, now: Date): Decision<LinkEvent, never> =>
  state === undefined || state.deletedAt === null || isGone(state, now)
    ? notFound
    : happened({ type: "LinkDeleted", data: { final: true } });

/** Purges a deleted link when its deletion can't be undone any more. */
export const decidePurge = (state: LinkState | undefined, now: Date): Decision<LinkEvent, Nothing> =>
  isGone(state, now) ? happened({ type: "LinkPurged", data: {} }) : nothingToDo({});

/** Whether a link's deletion can't be undone any more: then it counts as never saved. */
export const isGone = (link: { readonly deletedAt: Date | null } | undefined, now: Date): boolean =>
  link?.deletedAt != null && now.getTime() - link.deletedAt.getTime() >= UNDO_SECONDS * 1000;
