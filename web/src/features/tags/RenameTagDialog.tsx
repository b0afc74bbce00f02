import { type FormEvent, useId, useState } from "react";
import { laterTexts, type Tag, TAG_CHARS, texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { Actions, Dialog, takesFocus } from "../../kit/Dialog.tsx";
import { isProblem } from "../../kit/transport/call.ts";
import { mergedInto, useRenameTagMutation } from "./tags.api.ts";
import { offerBulkUndo } from "../../links/selection/bulk.api.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";

interface RenameTagDialogProps {
  readonly tag: Tag;
  /** All tags, whose names are unique. */
  readonly tags: readonly Tag[];
  /** Called with the new name, or that of the tag it was merged into. */
  readonly onRenamed: (name: string) => void;
  readonly onClose: () => void;
}

/** Renames a tag. The name of another tag merges the two, which is shown before. */
export function RenameTagDialog({ tag, tags, onRenamed, onClose }: RenameTagDialogProps) {
  const { t } = useTranslation("archive", { keyPrefix: "tags" });
  const dispatch = useAppDispatch();
  const inLanguage = useCatalogue();
  const [rename] = useRenameTagMutation();
  const [typed, setTyped] = useState(tag.name);
  const [error, setError] = useState("");
  const noteId = useId();
  const [before] = useState(tags);
  const other = mergedInto(before, tag.name, typed);
  const wanted = typed.replace(/\s+/gu, " ").trim();
  const hint = other === undefined ? t("mergeHint") : t("merges", { other: other.name });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (wanted === "") return setError(laterTexts.tags.name);
    if (wanted === tag.name) return onClose();
    const answer = await rename({ from: tag.name, to: wanted });
    if (answer.data === undefined) {
      const isKnown = isProblem(answer.error) && answer.error.status === 404;
      return setError(isKnown ? laterTexts.tags.notFound : texts.unexpected);
    }
    const { name, bulk_id } = answer.data;
    onClose();
    onRenamed(name);
    dispatch(offerBulkUndo(t(other === undefined ? "renamed" : "merged", { from: tag.name, to: name }), bulk_id));
  }

  return (
    <Dialog title={t("renameTitle", { name: tag.name })} onClose={onClose}>
      <form className="dialog__body dialog__body--form" onSubmit={(event) => void submit(event)}>
        <input
          ref={takesFocus}
          className="input"
          aria-label={t("newName", { name: tag.name })}
          aria-invalid={error !== ""}
          aria-describedby={noteId}
          autoComplete="off"
          maxLength={TAG_CHARS}
          value={typed}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value);
            setError("");
          }}
        />
        <p id={noteId} className={error === "" ? "hint" : "hint hint--bad"} role="status">
          {error === "" ? hint : inLanguage(error)}
        </p>
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent">
            {t(other === undefined ? "save" : "merge")}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
