import { FOLDER_EMOJI_CHARS, FOLDER_NAME_CHARS, texts } from "@satchel/contracts";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { isProblem } from "../../kit/transport/problem.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogHead } from "../../kit/Dialog.tsx";
import { useChangeFolderMutation } from "../../folders/folders.api.ts";
import { FolderLookFields } from "./FolderLookFields.tsx";
import { changeErrorText } from "../../folders/folders.api.ts";
import type { FolderRow } from "../../folders/tree.ts";

/** Asks for another name, colour and emoji of a folder. */
export function EditFolderDialog({ row, onDone }: { row: FolderRow; onDone: () => void }) {
  const { t } = useTranslation("folders");
  const inLanguage = useCatalogue();
  const [name, setName] = useState(row.name);
  const [color, setColor] = useState(row.color);
  const [emoji, setEmoji] = useState(row.emoji ?? "");
  const [error, setError] = useState("");
  const [change, { isLoading }] = useChangeFolderMutation();
  const nameInput = useRef<HTMLInputElement>(null);
  const nameId = useId();
  const errorId = useId();

  // After the dialog has opened, which focuses its first button.
  useEffect(() => nameInput.current?.select(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === "" || isLoading) return;
    // Only what changed: a folder whose name got a number keeps it that way.
    const changes = {
      ...(name.trim() !== row.name && { name: name.trim() }),
      ...(color !== row.color && { color }),
      ...(emoji.trim() !== (row.emoji ?? "") && { emoji: emoji.trim() === "" ? null : emoji.trim() }),
    };
    if (Object.keys(changes).length === 0) return onDone();
    const answer = await change({ id: row.id, change: changes });
    if (answer.error === undefined) onDone();
    else setError((isProblem(answer.error) ? changeErrorText(answer.error) : undefined) ?? texts.unexpected);
  }

  return (
    <Dialog className="dialog" label={t("look.label", { name: row.name })} onClose={onDone}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogHead title={t("look.title")} onClose={onDone} />
        <div className="dialog__body folder-look">
          <div className="field">
            <label htmlFor={nameId}>{t("name")}</label>
            <input
              id={nameId}
              className="input"
              value={name}
              maxLength={FOLDER_NAME_CHARS}
              ref={nameInput}
              aria-describedby={errorId}
              onChange={(event) => {
                setName(event.target.value);
                setError("");
              }}
            />
          </div>
          <FolderLookFields
            color={color}
            emoji={emoji}
            emojiLength={FOLDER_EMOJI_CHARS}
            onColor={setColor}
            onEmoji={(chosen) => {
              setEmoji(chosen);
              setError("");
            }}
          />
          <p className="folder-look__error" id={errorId} role="alert">
            {inLanguage(error)}
          </p>
        </div>
        <div className="dialog__foot">
          <button type="button" className="btn btn--plain" onClick={onDone}>
            {t("cancel")}
          </button>
          <button type="submit" className="btn btn--accent" disabled={name.trim() === "" || isLoading}>
            {t("look.save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
