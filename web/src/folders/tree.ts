import { type Folder, FOLDER_DEPTH, type FolderId, texts } from "@satchel/contracts";
import type { Placement } from "../kit/dnd/parts.ts";

/** A folder of the tree with its depth, 1 at the top level. */
export interface FolderRow {
  readonly id: FolderId;
  readonly name: string;
  readonly depth: number;
  /** Its parent; null at the top level. */
  readonly parent: FolderId | null;
  readonly color: string | null;
  readonly emoji: string | null;
  /** Of a smart folder, which contains neither links nor folders; null of any other. */
  readonly search: string | null;
  readonly children: readonly FolderId[];
}

/** Folders without duplicates: the first one of each id (specification, section 3). */
export function withoutDuplicates(folders: readonly Folder[]): Folder[] {
  const seen = new Set<FolderId>();
  const isFirst = ({ id }: { id: FolderId }): boolean => !seen.has(id) && seen.add(id).size > 0;
  return folders.filter(isFirst).map((folder) => ({ ...folder, children: folder.children.filter(isFirst) }));
}

type AnyFolder = Pick<Folder, "id" | "name" | "color" | "emoji"> &
  Partial<Pick<Folder, "search">> & { readonly children: readonly { id: FolderId }[] };

// A tree that was stored for reading offline may lack `search`.
const rowOf = ({ id, name, color, emoji, search = null, children }: AnyFolder, parent: FolderId | null): FolderRow => ({
  id,
  name,
  depth: parent === null ? 1 : 2,
  parent,
  color,
  emoji,
  search,
  children: children.map((child) => child.id),
});

/** The tree from top to bottom, each folder before its children. */
export const rowsOf = (folders: readonly Folder[]): FolderRow[] =>
  folders.flatMap((folder) => [rowOf(folder, null), ...folder.children.map((child) => rowOf(child, folder.id))]);

export const findFolder = (folders: readonly Folder[], id: FolderId): FolderRow | undefined =>
  rowsOf(folders).find((row) => row.id === id);

/** The letters of a word as a reader sees them, with their marks. */
const lettersOf = (word: string): string[] => Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment);

/** Two letters that stand for a folder where there is no room for its name: of its first two words, or of its only one. */
export function initialsOf(name: string): string {
  const [first = "?", second] = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const letters =
    second === undefined ? lettersOf(first) : [first, second].flatMap((word) => lettersOf(word).slice(0, 1));
  return letters.slice(0, 2).join("").toUpperCase();
}

/** Whether a folder may have subfolders. */
export const canHaveChildren = (row: FolderRow): boolean => row.depth < FOLDER_DEPTH && row.search === null;

/** Id of the virtual folder, which can be neither moved nor deleted (specification, section 3). */
const VIRTUAL_FOLDER = -1;

export const isVirtual = (id: FolderId): boolean => id === VIRTUAL_FOLDER;

/** The id of the button that creates a folder, on every page of the archive. */
export const NEW_FOLDER = "new-folder";

/** The call that moves a folder; `new_order_index` is its position among the new siblings, itself not counted. */
export interface Move {
  readonly folder_id: FolderId;
  readonly new_order_index: number;
  readonly parent_folder_id: FolderId | null;
}

/** The result of moving a folder before, into or after another one. */
export type Decision =
  | { readonly kind: "move"; readonly move: Move }
  /** It is there already: nothing changes. */
  | { readonly kind: "stay" }
  /** `text` of the error catalogue is the reason. */
  | { readonly kind: "refused"; readonly text: string };

const refused = (text: string): Decision => ({ kind: "refused", text });

/** The current place of a folder, as a move to it. */
export function placeOf(folders: readonly Folder[], id: FolderId): Move | undefined {
  const rows = rowsOf(folders);
  const row = rows.find((each) => each.id === id);
  if (row === undefined) return undefined;
  const siblings = rows.filter((each) => each.parent === row.parent);
  return { folder_id: id, new_order_index: siblings.indexOf(row), parent_folder_id: row.parent };
}

/** The rules of section 4: at most two levels; neither the moved folder nor the target may have subfolders. */
function decideInto(moving: FolderRow, target: FolderRow): Decision {
  if (moving.parent === target.id) return { kind: "stay" };
  if (target.search !== null) return refused(texts.folders.intoSmart);
  if (!canHaveChildren(target) || target.children.length > 0 || moving.children.length > 0) {
    return refused(texts.folders.intoFull);
  }
  return { kind: "move", move: { folder_id: moving.id, new_order_index: 0, parent_folder_id: target.id } };
}

function decideBeside(rows: readonly FolderRow[], moving: FolderRow, target: FolderRow, after: boolean): Decision {
  const parent = target.parent;
  if (parent !== null && moving.children.length > 0) return refused(texts.folders.intoFull);
  const siblings = rows.filter((row) => row.parent === parent);
  const others = siblings.filter((row) => row !== moving);
  const index = others.indexOf(target) + Number(after);
  if (moving.parent === parent && siblings.indexOf(moving) === index) return { kind: "stay" };
  return { kind: "move", move: { folder_id: moving.id, new_order_index: index, parent_folder_id: parent } };
}

/**
 * Decides the result of dropping a folder on another one. `placement` undefined: the part of the target is unknown. Before
 * or after the target, the folder gets the target's parent.
 */
export function decideMove(
  folders: readonly Folder[],
  movingId: FolderId,
  targetId: FolderId,
  placement: Placement | undefined,
): Decision {
  const rows = rowsOf(folders);
  const moving = rows.find((row) => row.id === movingId);
  const target = rows.find((row) => row.id === targetId);
  if (moving === undefined || target === undefined || isVirtual(movingId) || isVirtual(targetId)) {
    return refused(texts.folders.reorderNotFound);
  }
  if (placement === undefined) return refused(texts.folders.reorderNowhere);
  if (movingId === targetId) return placement === "into" ? refused(texts.folders.intoItself) : { kind: "stay" };
  if (target.parent === movingId) return refused(texts.folders.intoDescendant);
  return placement === "into" ? decideInto(moving, target) : decideBeside(rows, moving, target, placement === "after");
}

/**
 * Decides the result of choosing a new parent: like {@link decideMove} into it, but behind the last subfolder if there are
 * any.
 */
export function decideUnder(folders: readonly Folder[], movingId: FolderId, parentId: FolderId): Decision {
  const last = folders.find(({ id }) => id === parentId)?.children.findLast(({ id }) => id !== movingId);
  const isThere = placeOf(folders, movingId)?.parent_folder_id === parentId;
  if (last === undefined || isThere) return decideMove(folders, movingId, parentId, "into");
  return decideMove(folders, movingId, last.id, "after");
}

/** Moves a folder one position up or down among its siblings, if possible. */
export function decideStep(folders: readonly Folder[], id: FolderId, step: "up" | "down"): Decision {
  const rows = rowsOf(folders);
  const row = rows.find((each) => each.id === id);
  if (row === undefined) return refused(texts.folders.reorderNotFound);
  const siblings = rows.filter((each) => each.parent === row.parent);
  const beside = siblings[siblings.indexOf(row) + (step === "up" ? -1 : 1)];
  if (beside === undefined) return { kind: "stay" };
  return decideMove(folders, id, beside.id, step === "up" ? "before" : "after");
}

const numbered = <Item extends { order_index: number }>(items: readonly Item[]): Item[] =>
  items.map((item, index) => (item.order_index === index ? item : { ...item, order_index: index }));

/** The tree after a move; unchanged if the move is no longer possible. */
export function withMove(folders: readonly Folder[], { folder_id, new_order_index, parent_folder_id }: Move): Folder[] {
  const all: readonly (Folder | Folder["children"][number])[] = folders.flatMap((each) => [each, ...each.children]);
  const moving = all.find(({ id }) => id === folder_id);
  const fits = parent_folder_id === null || folders.some(({ id }) => id === parent_folder_id && id !== folder_id);
  if (moving === undefined || !fits) return [...folders];
  const rest = folders
    .filter(({ id }) => id !== folder_id)
    .map((each) => ({ ...each, children: numbered(each.children.filter(({ id }) => id !== folder_id)) }));
  const placed = { ...moving, parent_folder_id };
  if (parent_folder_id === null) return numbered(rest.toSpliced(new_order_index, 0, placed));
  return numbered(
    rest.map((each) => {
      if (each.id !== parent_folder_id) return each;
      return { ...each, children: numbered(each.children.toSpliced(new_order_index, 0, { ...placed, children: [] })) };
    }),
  );
}
