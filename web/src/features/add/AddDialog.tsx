import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../kit/hooks.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { useFolders } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { takesFocus } from "../../kit/Dialog.tsx";
import { part } from "../../kit/parts/part.tsx";
import { addLinks } from "./add.api.ts";
import "./add.css";
import { ADDED_AT_ONCE } from "./urls.ts";
import { urlsTyped } from "./urls.ts";

const OtherWays = part("add/OtherWays", async () => (await import("./OtherWays.tsx")).OtherWays, {
  isQuiet: true,
  texts: ["share", "catalogue"],
});

interface AddDialogProps {
  /** The initial text. */
  readonly text: string;
  /** The open folder; null for none. */
  readonly folder: number | null;
  readonly onClose: () => void;
}

/** Saves typed or pasted web addresses. Those that could not be saved stay in the field. */
export function AddDialog({ text: first, folder, onClose }: AddDialogProps) {
  const { t } = useTranslation("add");
  const dispatch = useAppDispatch();
  const folders = useFolders();
  const [text, setText] = useState(first);
  const [isAsked, setAsked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const id = useId();
  const urls = urlsTyped(text);
  const name = folder === null ? undefined : findFolder(folders, folder)?.name;
  const isTooMany = urls.length > ADDED_AT_ONCE;
  const isWrong = isAsked && (urls.length === 0 || isTooMany);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    if (urls.length === 0 || isTooMany || isSaving) return;
    setSaving(true);
    const { failed } = await dispatch(addLinks(urls, folder));
    setSaving(false);
    if (failed.length === 0) onClose();
    else setText(failed.join("\n"));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Enter saves a single address; with several it starts a new line.
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    if (!event.ctrlKey && !event.metaKey && text.trim().includes("\n")) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <Dialog title={t("title")} onClose={onClose}>
      <form className="dialog__body dialog__body--form" noValidate onSubmit={(event) => void submit(event)}>
        <p>{t("text")}</p>
        <textarea
          className="input add__field"
          aria-label={t("label")}
          aria-invalid={isWrong}
          aria-describedby={id}
          placeholder="https://"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          rows={4}
          value={text}
          ref={takesFocus}
          onChange={(event) => {
            setText(event.target.value);
            setAsked(false);
          }}
          onKeyDown={onKeyDown}
        />
        <p id={id} className={isWrong ? "hint hint--bad" : "hint"} role="status">
          {isWrong
            ? t(isTooMany ? "tooMany" : "none", { count: ADDED_AT_ONCE })
            : name && t("folder", { folder: name })}
        </p>
        <div className="add__ways">
          <OtherWays
            folder={name === undefined ? null : folder}
            text={text}
            isWrong={isWrong}
            onText={setText}
            onClose={onClose}
          />
        </div>
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent" aria-disabled={isSaving}>
            {isSaving
              ? t("saving", { count: urls.length })
              : urls.length === 0
                ? t("save")
                : t("submit", { count: urls.length })}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
