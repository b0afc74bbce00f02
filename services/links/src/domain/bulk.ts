import {
  type BulkAction,
  type BulkId,
  type Decision,
  type EventOf,
  happened,
  laterTexts,
  type LinkChanged,
  type LinkChanges,
  type LinkEvent,
  NOTES_CHARS,
  nothingToDo,
  rejected,
  TAGS_PER_LINK,
} from "@satchel/contracts";
import { decideRestore, isPurgeable, notFound } from "./link.ts";
import { type FieldsBefore, type LinkState, shownTags, visitsOf } from "./link-state.ts";
import { withNote } from "./notes.ts";
import { changesOf } from "./rules/changes.ts";
import { cleanTags, replaceTag, sameTags, withoutTags } from "./tags.ts";

const tooManyTags = rejected("rejected", laterTexts.tags.tooMany);
const unchanged = nothingToDo("unchanged" as const);

/** The decision of a bulk call for one link. The caller has checked that the folder exists. */
export function decideBulk(
  state: LinkState | undefined,
  action: BulkAction,
  bulkId: BulkId,
  now: Date,
): Decision<LinkEvent, "unchanged"> {
  if (isPurgeable(state, now)) return notFound;
  if (action.kind === "undo") return decideUndo(state, bulkId);
  if (state === undefined) return notFound;
  if (action.kind === "restore") return inBulk(decideRestore(state, now), bulkId);
  if (state.deletedAt !== null) return notFound;
  switch (action.kind) {
    case "delete":
      return happened({ type: "LinkDeleted", data: { bulkId } });
    case "move":
      if (action.folderId === state.folderId) return unchanged;
      return changeWithUndo({ folderId: action.folderId }, { folderId: state.folderId }, bulkId);
    case "favorite":
      if (action.isFavorite === state.isFavorite) return unchanged;
      return changeWithUndo({ isFavorite: action.isFavorite }, { isFavorite: state.isFavorite }, bulkId);
    case "visited":
      return mark(state, action.isVisited, bulkId, now);
    case "tag":
      return changeTags(state, cleanTags([...shownTags(state), ...action.tags]), bulkId);
    case "untag":
      return changeTags(state, withoutTags(shownTags(state), action.tags), bulkId);
    case "annotate":
      return annotate(state, action, bulkId);
    case "retag":
      return changeTags(state, replaceTag(shownTags(state), action.from, action.to), bulkId);
    case "rule": {
      const { ruleId, name, effects, kind: _, ...wanted } = action;
      const changes = changesOf(state, wanted);
      if (Object.keys(changes).length === 0 && effects === undefined) return unchanged;
      const also = effects === undefined ? {} : { effects };
      const byRules = { rules: [{ ruleId, name }], ...also };
      return changeWithUndo(changes, { ...beforeOf(state, changes), ...also }, bulkId, { byRules });
    }
  }
}

/** Undoes a bulk call's change of a link, if nothing has changed the link since. */
function decideUndo(state: LinkState | undefined, bulkId: BulkId): Decision<LinkEvent, "unchanged"> {
  if (state?.lastBulk?.bulkId !== bulkId) return unchanged;
  const { undo } = state.lastBulk;
  if (undo.kind === "restore") return happened({ type: "LinkRestored", data: {} });
  if (undo.kind === "delete") return happened({ type: "LinkDeleted", data: {} });
  const { tags, effects, ...before } = undo.before;
  const data = {
    ...before,
    ...(effects === undefined ? {} : { undone: effects }),
    ...(tags === undefined ? {} : tags === null ? { tagsOfPage: true as const } : { tags }),
    ...(before.past === undefined ? {} : { unmerged: true as const }),
  };
  return happened({ type: "LinkChanged", data });
}

/** A restoration as part of a bulk call. */
const inBulk = (decision: Decision<LinkEvent, never>, bulkId: BulkId): Decision<LinkEvent, never> =>
  decision.kind === "event" ? happened({ type: "LinkRestored", data: { bulkId } }) : decision;

/** A mark as visited counts as a visit now; one as unvisited forgets all visits, as if there had been none. */
function mark(state: LinkState, isVisited: boolean, bulkId: BulkId, now: Date): Decision<LinkEvent, "unchanged"> {
  if (isVisited === state.visitCount > 0) return unchanged;
  const at = now.toISOString();
  const visits = isVisited ? { count: 1, firstAt: at, lastAt: at, ofOthers: [] } : { count: 0, ofOthers: [] };
  return changeWithUndo({}, { visits: visitsOf(state) }, bulkId, { visits });
}

function changeTags(state: LinkState, tags: string[], bulkId: BulkId): Decision<LinkEvent, "unchanged"> {
  if (sameTags(tags, shownTags(state))) return unchanged;
  if (tags.length > TAGS_PER_LINK) return tooManyTags;
  return changeWithUndo({ tags }, { tags: state.tags === null ? null : [...state.tags] }, bulkId);
}

/** Adds tags and a note, and moves the link where a folder is named: one change, which one undo reverses. */
function annotate(
  state: LinkState,
  { tags: added, folderId, note }: Extract<BulkAction, { kind: "annotate" }>,
  bulkId: BulkId,
): Decision<LinkEvent, "unchanged"> {
  const tags = cleanTags([...shownTags(state), ...added]);
  if (tags.length > TAGS_PER_LINK) return tooManyTags;
  const [hasTags, isMoved] = [!sameTags(tags, shownTags(state)), folderId !== undefined && folderId !== state.folderId];
  const notes = withNote(state.notes, note);
  if (notes !== undefined && notes.length > NOTES_CHARS) return rejected("rejected", laterTexts.duplicates.mergedNotes);
  if (!hasTags && !isMoved && notes === undefined) return unchanged;
  return changeWithUndo(
    {
      ...(hasTags ? { tags } : {}),
      ...(isMoved ? { folderId } : {}),
      ...(notes === undefined ? {} : { notes }),
    },
    {
      ...(hasTags ? { tags: state.tags === null ? null : [...state.tags] } : {}),
      ...(isMoved ? { folderId: state.folderId } : {}),
      ...(notes === undefined ? {} : { notes: state.notes ?? "" }),
    },
    bulkId,
  );
}

/** The former values of the fields that a rule changes. */
const beforeOf = (state: LinkState, { folderId, isFavorite, tags }: LinkChanges): FieldsBefore => ({
  ...(folderId === undefined ? {} : { folderId: state.folderId }),
  ...(isFavorite === undefined ? {} : { isFavorite: state.isFavorite }),
  ...(tags === undefined ? {} : { tags: state.tags === null ? null : [...state.tags] }),
});

const changeWithUndo = (
  changes: LinkChanges,
  before: FieldsBefore,
  bulkId: BulkId,
  more: Pick<EventOf<typeof LinkChanged>["data"], "byRules" | "visits"> = {},
): Decision<LinkEvent, "unchanged"> =>
  happened({ type: "LinkChanged", data: { ...changes, ...more, bulk: { bulkId, before } } });
