import { HIGHLIGHT_NOTE_CHARS } from "@satchel/contracts";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../kit/hooks.ts";
import { draftOf, keepDraft } from "../../../session/drafts.ts";

interface NoteFormProps {
  /** Name of its draft, which is kept while it is not saved. */
  readonly name: string;
  readonly note: string;
  readonly onSave: (note: string) => void;
  readonly onCancel: () => void;
}

/** The field for a note. Ctrl or Command with Enter saves, Escape leaves it as it was. */
export function NoteForm({ name, note, onSave, onCancel }: NoteFormProps) {
  const { t } = useTranslation("highlights");
  const { t: ofKit } = useTranslation("kit");
  const [restored] = useState(() => draftOf(name));
  const [written, setWritten] = useState(restored?.text ?? note);
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  useEffect(() => field.current?.focus(), []);
  const unsaved = useRef(restored);
  // What is around it was left, or the session has ended.
  useEffect(() => () => keepDraft(name, unsaved.current), [name]);

  function leave(how: () => void): void {
    unsaved.current = undefined;
    how();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape") leave(onCancel);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) leave(() => onSave(written));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form
      className="marks__form"
      onSubmit={(event) => {
        event.preventDefault();
        leave(() => onSave(written));
      }}
    >
      <textarea
        ref={field}
        className="input"
        rows={3}
        aria-label={t("note")}
        aria-describedby={hint}
        maxLength={HIGHLIGHT_NOTE_CHARS}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          unsaved.current = { text: event.target.value };
        }}
        onKeyDown={onKeyDown}
      />
      <small className="hint" id={hint}>
        {t("noteHint")}
      </small>
      <div className="marks__acts">
        <button type="submit" className="btn btn--accent">
          {t("save")}
        </button>
        <button type="button" className="btn btn--plain" onClick={() => leave(onCancel)}>
          {ofKit("cancel")}
        </button>
      </div>
    </form>
  );
}
