import type { FolderRow } from "../../folders/tree.ts";

/** A point of the window in px. */
export interface At {
  readonly x: number;
  readonly y: number;
}

/** What the person wants to do with a folder. */
export type FolderTask =
  | { readonly kind: "menu"; readonly row: FolderRow; readonly at: At }
  | { readonly kind: "create" | "edit" | "move" | "delete"; readonly row: FolderRow };
