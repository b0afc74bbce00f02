import type { FolderEntry } from "./entry.ts";
import { FOLDERS_DEEP, FOLDERS_KNOWN } from "../limits.ts";

type Look = Pick<FolderEntry, "color" | "emoji">;

/** Folders that name their parent by its id, in any order. */
export class FolderPaths {
  readonly #folders = new Map<
    string | number,
    { readonly name: string; readonly parent: unknown; readonly look: Look }
  >();

  /** Adds a folder; beyond {@link FOLDERS_KNOWN} folders are ignored. */
  add(id: unknown, name: unknown, parent: unknown, look: Look = {}): void {
    if ((typeof id !== "string" && typeof id !== "number") || typeof name !== "string") return;
    if (this.#folders.size < FOLDERS_KNOWN) this.#folders.set(id, { name, parent, look });
  }

  /** All folders, parents before their children. */
  *entries(): Generator<FolderEntry> {
    const all = Array.from(this.#folders, ([id, { look }]) => ({ folders: this.of(id), look }));
    all.sort((a, b) => a.folders.length - b.folders.length);
    // One that is so deep is its own parent.
    for (const { folders, look } of all) if (folders.length < FOLDERS_DEEP) yield { kind: "folder", folders, ...look };
  }

  /** The names from the outermost folder; empty for an unknown folder. Cycles are cut. */
  of(id: unknown): string[] {
    const names: string[] = [];
    for (let at = id; names.length < FOLDERS_DEEP; ) {
      const folder = this.#folders.get(at as string);
      if (folder === undefined) break;
      names.unshift(folder.name);
      at = folder.parent;
    }
    return names;
  }
}
