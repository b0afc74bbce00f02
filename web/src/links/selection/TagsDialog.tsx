import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TagInput } from "../TagInput.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogHead } from "../../kit/Dialog.tsx";
import type { BulkAction } from "./bulkAction.ts";

interface TagsDialogProps {
  readonly action: "tag" | "untag";
  /** How many links it is about. */
  readonly count: number;
  readonly onDone: (action: BulkAction) => void;
  readonly onClose: () => void;
}

/** Asks which tags many links get, or lose. */
export function TagsDialog({ action, count, onDone, onClose }: TagsDialogProps) {
  const { t } = useTranslation("selection");
  const { t: tShell } = useTranslation("kit");
  const [tags, setTags] = useState<readonly string[]>([]);
  const title = t(action === "tag" ? "tags.add" : "tags.remove", { count });

  return (
    <Dialog className="dialog" label={title} onClose={onClose}>
      <DialogHead title={title} onClose={onClose} />
      <div className="dialog__body dialog__body--form">
        <TagInput tags={tags} onChange={setTags} isOpenFirst onlyKnown={action === "untag"} />
        <div className="actions actions--end">
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {tShell("cancel")}
          </button>
          <button
            type="button"
            className="btn btn--accent"
            disabled={tags.length === 0}
            onClick={() => {
              onClose();
              onDone({ action, tags });
            }}
          >
            {t(action === "tag" ? "tags.addButton" : "tags.removeButton")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
