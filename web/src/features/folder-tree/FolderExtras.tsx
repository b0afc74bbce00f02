import type { Folder } from "@satchel/contracts";
import { SharedSign } from "./SharedSign.tsx";
import { SmartCount } from "./SmartCount.tsx";

/** What the row of a folder shows later than its name: whether it is shared, and what the search of a smart one finds. */
export function FolderExtras({ id, search }: Pick<Folder, "id" | "search">) {
  return (
    <>
      <SharedSign id={id} />
      {search !== null && <SmartCount search={search} />}
    </>
  );
}
