import type { FolderId } from "@satchel/contracts";
import { useFolders } from "./folders.api.ts";
import { rowsOf } from "./tree.ts";

interface FolderSelectProps {
  /** Where its label does not contain it. */
  readonly id?: string;
  /** Null for none. */
  readonly value: FolderId | null;
  /** What choosing none is called. */
  readonly none: string;
  readonly describedBy?: string;
  readonly onChange: (folder: FolderId | null) => void;
}

/** Chooses a folder that links can be put into, or none. Subfolders are indented. */
export function FolderSelect({ id, value, none, describedBy, onChange }: FolderSelectProps) {
  const folders = rowsOf(useFolders());
  return (
    <select
      className="input"
      id={id}
      value={value ?? ""}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value === "" ? null : (Number(event.target.value) as FolderId))}
    >
      <option value="">{none}</option>
      {folders.map((folder) => (
        <option key={folder.id} value={folder.id}>
          {"\u2003".repeat(folder.depth - 1) + folder.name}
        </option>
      ))}
    </select>
  );
}
