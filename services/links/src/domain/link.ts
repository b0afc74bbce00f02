import {
  type BulkId,
  callerTexts,
  type ChangeLink,
  type Decision,
  type EventOf,
  happened,
  laterTexts,
  type LinkChanges,
  type LinkEvent,
  type LinkSavedAgain,
  type NoResult,
  NOTES_CHARS,
  nothingToDo,
  type PayloadOf,
  rejected,
  type SaveLink,
  TAGS_PER_LINK,
  texts,
  UNDO_SECONDS,
} from "@satchel/contracts";
import type { WebAddress } from "./canonical-url.ts";
import { type LinkState, shownTags } from "./link-state.ts";
import { withNote } from "./notes.ts";
import { isReminderTime } from "./reminder.ts";
import { cleanTags, sameTags, withoutTags } from "./tags.ts";
import { cleanTitle } from "./title.ts";

interface SaveRequest extends Omit<PayloadOf<typeof SaveLink>, "userId" | "url"> {
  readonly address: WebAddress;
}

export const notFound = rejected("not-found", texts.links.notFound);
const tooManyTags = rejected("rejected", laterTexts.tags.tooMany);
const noTime = rejected("invalid", texts.server.invalid);
const noFolder = rejected("not-found", texts.folders.notFound);
const elsewhere = rejected("taken", callerTexts.elsewhere);

/**
 * Saves a link, or moves an existing one to the top and adds the tags and the note that were sent. A link whose deletion
 * can't be undone any more is saved as a new one, because its events are about to be erased.
 */
export function decideSave(
  found: LinkState | undefined,
  {
    address,
    origin,
    title,
    suggestedTitle,
    folderId,
    within,
    keepsKnown = false,
    bulkId,
    tags,
    note,
    remindAt,
  }: SaveRequest,
  folderExists: boolean,
  now: Date,
): Decision<LinkEvent, never> {
  if (folderId !== undefined && folderId !== null && !folderExists) return noFolder;
  if (remindAt !== undefined && !isReminderTime(remindAt, now)) return noTime;
  const reminder = remindAt === undefined ? {} : { remindAt };
  const state = isPurgeable(found, now) ? undefined : found;
  const { url } = address;
  const place = folderId === undefined ? {} : { folderId };
  const cleaned = cleanTitle(title ?? "");
  const ownTitle = cleaned === "" ? {} : { title: cleaned };
  if (state === undefined) {
    const suggested = cleanTitle(suggestedTitle ?? "");
    const data = {
      url,
      origin,
      ...place,
      ...ownTitle,
      ...(suggested === "" ? {} : { suggestedTitle: suggested }),
      ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
      ...(note === undefined || note.trim() === "" ? {} : { notes: note.trim() }),
      ...reminder,
    };
    return happened({ type: "LinkSaved", data });
  }
  if (within !== undefined && state.folderId !== within) return elsewhere;
  if (keepsKnown) return happened({ type: "LinkSavedAgain", data: { url, origin } });
  const united = cleanTags([...shownTags(state), ...(tags ?? [])]).slice(0, TAGS_PER_LINK);
  const hasNewTags = united.length > shownTags(state).length;
  const longer = withNote(state.notes, note);
  // A note without room is left out: the link is what matters.
  const notes = (longer?.length ?? 0) > NOTES_CHARS ? undefined : longer;
  const data = {
    url,
    origin,
    ...place,
    ...ownTitle,
    ...(hasNewTags ? { tags: united } : {}),
    ...(notes === undefined ? {} : { notes }),
    ...reminder,
  };
  return happened({ type: "LinkSavedAgain", data: { ...data, ...undoOfSave(state, data, bulkId) } });
}

/** What undoes a save of a link that was there already: one that was deleted is deleted again, by `bulkId` alone. */
function undoOfSave(
  state: LinkState,
  { folderId, tags, notes }: Pick<LinkChanges, "folderId" | "tags" | "notes">,
  bulkId: BulkId | undefined,
): Pick<EventOf<typeof LinkSavedAgain>["data"], "bulkId" | "before"> {
  if (bulkId === undefined) return {};
  if (state.deletedAt !== null) return { bulkId };
  const isMoved = folderId !== undefined && folderId !== state.folderId;
  if (!isMoved && tags === undefined && notes === undefined) return {};
  const before = {
    ...(isMoved ? { folderId: state.folderId } : {}),
    ...(tags === undefined ? {} : { tags: state.tags === null ? null : [...state.tags] }),
    ...(notes === undefined ? {} : { notes: state.notes ?? "" }),
  };
  return { bulkId, before };
}

/** Changes the fields that differ; no event when none differs. */
export function decideChange(
  state: LinkState | undefined,
  changes: PayloadOf<typeof ChangeLink>["changes"],
  folderExists: boolean,
  now: Date,
): Decision<LinkEvent, NoResult> {
  if (state === undefined || state.deletedAt !== null) return notFound;
  const { isFavorite, folderId, remindAt } = changes;
  if (typeof remindAt === "string" && !isReminderTime(remindAt, now)) return noTime;
  if (folderId !== undefined && folderId !== null && !folderExists) return noFolder;
  const tags = changedTags(changes, state);
  if (tags !== undefined && tags.length > TAGS_PER_LINK) return tooManyTags;
  const data: LinkChanges = {
    ...(isFavorite === undefined || isFavorite === state.isFavorite ? {} : { isFavorite }),
    ...(folderId === undefined || folderId === state.folderId ? {} : { folderId }),
    ...changedText("title", changes, state),
    ...changedText("description", changes, state),
    ...changedText("notes", changes, state),
    ...(tags === undefined ? {} : { tags }),
    ...(isSameReminder(remindAt, state) ? {} : { remindAt }),
  };
  return Object.keys(data).length === 0 ? nothingToDo({}) : happened({ type: "LinkChanged", data });
}

/** What a link's tags become; undefined: they stay. */
function changedTags(
  { tags, addTags, removeTags }: PayloadOf<typeof ChangeLink>["changes"],
  state: LinkState,
): string[] | undefined {
  const isPartly = addTags !== undefined || removeTags !== undefined;
  if (tags === undefined && !isPartly) return undefined;
  const left = withoutTags(tags ?? shownTags(state), removeTags ?? []);
  const clean = cleanTags([...left, ...(addTags ?? [])]);
  // Removing none of the page's tags does not make them the owner's.
  return sameTags(clean, tags === undefined ? shownTags(state) : state.tags) ? undefined : clean;
}

/** A time that has come already is a new reminder where it is set again. */
const isSameReminder = (wanted: LinkChanges["remindAt"], { remindAt, isDue }: LinkState): boolean =>
  wanted === undefined ||
  (wanted === null ? remindAt === null : !isDue && remindAt?.getTime() === new Date(wanted).getTime());

type TextField = "title" | "description" | "notes";

function changedText(field: TextField, changes: LinkChanges, state: LinkState): Pick<LinkChanges, TextField> {
  const given = changes[field];
  const text = field === "title" && given !== undefined ? cleanTitle(given) : given?.trim();
  return text === undefined || text === (state[field] ?? "") ? {} : { [field]: text };
}

/** The session's mark, if there is a session, and whether it has visited the link within `VISIT_SECONDS`. */
export interface Visitor {
  readonly sessionMark?: string | undefined;
  readonly isRepeated: boolean;
}

/** Counts a visit, unless it repeats one that was counted. A reminder that is due ends with either. */
export function decideVisit(
  state: LinkState | undefined,
  { sessionMark, isRepeated }: Visitor,
): Decision<LinkEvent, NoResult> {
  if (state === undefined || state.deletedAt !== null) return notFound;
  if (isRepeated) return state.isDue ? happened({ type: "LinkChanged", data: { remindAt: null } }) : nothingToDo({});
  const mark = sessionMark === undefined ? {} : { sessionMark };
  const ends = state.isDue ? { endsReminder: true as const } : {};
  return happened({ type: "LinkVisited", data: { visitCount: state.visitCount + 1, ...mark, ...ends } });
}

/** Shows a link again whose reminder's time has come. */
export const decideRemind = (state: LinkState | undefined, now: Date): Decision<LinkEvent, NoResult> =>
  state === undefined || state.deletedAt !== null || state.isDue || state.remindAt === null || state.remindAt > now
    ? nothingToDo({})
    : happened({ type: "LinkReminderDue", data: {} });

export const decideDelete = (state: LinkState | undefined): Decision<LinkEvent, never> =>
  state === undefined || state.deletedAt !== null ? notFound : happened({ type: "LinkDeleted", data: {} });

const isRestorable = (state: LinkState | undefined, now: Date): boolean =>
  state !== undefined && state.deletedAt !== null && !isPurgeable(state, now);

/** Undoes a deletion, while that is possible (decision 20). */
export const decideRestore = (state: LinkState | undefined, now: Date): Decision<LinkEvent, never> =>
  isRestorable(state, now) ? happened({ type: "LinkRestored", data: {} }) : notFound;

/** Makes the deletion of a link final: from then on it can't be restored. */
export const decideErase = (state: LinkState | undefined, now: Date): Decision<LinkEvent, never> =>
  isRestorable(state, now) ? happened({ type: "LinkDeleted", data: { final: true } }) : notFound;

/** Purges a deleted link when its deletion can't be undone any more. */
export const decidePurge = (state: LinkState | undefined, now: Date): Decision<LinkEvent, NoResult> =>
  isPurgeable(state, now) ? happened({ type: "LinkPurged", data: {} }) : nothingToDo({});

/** Whether a link's deletion can't be undone any more: then it counts as never saved. */
export const isPurgeable = (link: { readonly deletedAt: Date | null } | undefined, now: Date): boolean =>
  link?.deletedAt != null && now.getTime() - link.deletedAt.getTime() >= UNDO_SECONDS * 1000;
