import { type Tag, TAG_CHARS, texts } from "@satchel/contracts";
import { undoBulk } from "@satchel/contracts/routes";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { offerUndo } from "../../session/undo.slice.ts";
import { mergedInto } from "./tagList.ts";
import { undoTagging, useRenameTagMutation } from "./tags.api.ts";

interface RenameTagFormProps {
  readonly tag: Tag;
  /** All tags: of the same name there is but one. */
  readonly tags: readonly Tag[];
  readonly onDone: () => void;
}

/** Asks for another name of a tag. One that another tag has makes the two one, and says so before. */
export function RenameTagForm({ tag, tags, onDone }: RenameTagFormProps) {
  const { t } = useTranslation("tags");
  const { t: inShell } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const inLanguage = useCatalogue();
  const [rename] = useRenameTagMutation();
  const [typed, setTyped] = useState(tag.name);
  const [error, setError] = useState("");
  const noteId = useId();
  const other = mergedInto(tags, tag.name, typed);
  const wanted = typed.replace(/\s+/gu, " ").trim();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (wanted === "") return setError(texts.tags.name);
    if (wanted === tag.name) return onDone();
    const answer = await rename({ from: tag.name, to: wanted });
    if (answer.data === undefined) {
      const isKnown = isProblem(answer.error) && answer.error.status === 404;
      return setError(isKnown ? texts.tags.notFound : texts.unexpected);
    }
    const { name, bulk_id } = answer.data;
    onDone();
    dispatch(
      offerUndo(
        t(other === undefined ? "renamed" : "merged", { from: tag.name, to: name }),
        () => dispatch(undoTagging.initiate(bulk_id, { track: false })).unwrap(),
        { operation: undoBulk, params: { id: bulk_id } },
      ),
    );
  }

  return (
    <form className="taglist__form" onSubmit={(event) => void submit(event)}>
      <input
        className="input"
        aria-label={t("newName", { name: tag.name })}
        aria-invalid={error !== ""}
        aria-describedby={noteId}
        autoComplete="off"
        maxLength={TAG_CHARS}
        value={typed}
        // The form appears because the person asked for it.
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setError("");
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.nativeEvent.isComposing) onDone();
        }}
      />
      <button type="submit" className="btn btn--accent">
        {t(other === undefined ? "save" : "merge")}
      </button>
      <button type="button" className="btn btn--ghost" onClick={onDone}>
        {inShell("cancel")}
      </button>
      <p id={noteId} className={error === "" ? "hint" : "hint hint--bad"} role="status">
        {error === "" ? other !== undefined && t("merges", { other: other.name }) : inLanguage(error)}
      </p>
    </form>
  );
}
