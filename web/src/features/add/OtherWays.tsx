import type { FolderId } from "@satchel/contracts";
import { type ChangeEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { useKeptForm } from "../../session/useKeptForm.ts";
import { addFiles, addFound } from "./files.api.ts";
import { isNote, noteOf } from "./note.ts";
import { urlsTyped } from "./urls.ts";
import "./add.css";

interface OtherWaysProps {
  /** The folder for what is added; null for none. */
  readonly folder: FolderId | null;
  /** What was typed. */
  readonly text: string;
  /** Whether it was to be saved as links, and can't be. */
  readonly isWrong: boolean;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** What else can be added than links: the text itself, files, and feeds; and where else links come from. */
export function OtherWays({ folder, text, isWrong, onText, onClose }: OtherWaysProps) {
  const { t } = useTranslation("share", { keyPrefix: "ways" });
  const { t: ofAdd } = useTranslation("add");
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const [isSaving, setSaving] = useState(false);
  const mayBeNote = isNote(text);
  // Here, because the dialog itself is in the first script of the archive. What the dialog was opened with goes before.
  useKeptForm("add", text === "" ? undefined : { text }, (kept) => {
    if (text === "") onText(kept.text);
  });
  const needsAddress = isWrong && urlsTyped(text).length === 0;

  function onFiles({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(files ?? [])];
    if (chosen.length === 0) return;
    onClose();
    void dispatch(addFound({ uriList: "", hrefs: [], text: "", files: chosen }, folder));
  }

  async function saveNote(): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    const isKept = await dispatch(addFiles([noteOf(text)], folder));
    setSaving(false);
    // What could not be saved stays in the field.
    if (isKept) onClose();
  }

  return (
    <>
      {needsAddress && (
        <div className="add__instead">
          <p role="status">{t(mayBeNote ? "instead" : "address")}</p>
          {mayBeNote && (
            <button type="button" className="btn btn--plain" aria-disabled={isSaving} onClick={() => void saveNote()}>
              {t("note")}
            </button>
          )}
        </div>
      )}
      {mayBeNote && !needsAddress && (
        <p className="hint">
          <button type="button" className="text-link" aria-disabled={isSaving} onClick={() => void saveNote()}>
            {t("note")}
          </button>{" "}
          {t("noteText")}
        </p>
      )}
      <p className="hint">
        <button type="button" className="text-link" onClick={() => input.current?.click()}>
          {t("files")}
        </button>{" "}
        {t("kinds")} <span className="by-mouse">{t("drop")}</span>
        <input ref={input} type="file" multiple hidden onChange={onFiles} />
      </p>
      <p className="hint">
        <button
          type="button"
          className="text-link"
          aria-haspopup="dialog"
          onClick={() => dispatch(overlayOpened({ kind: "follow", folderId: folder, url: urlsTyped(text)[0] }))}
        >
          {ofAdd("follow")}
        </button>
      </p>
      <p className="hint">
        <Link className="text-link" to="/share" onClick={onClose}>
          {t("more")}
        </Link>
      </p>
    </>
  );
}
