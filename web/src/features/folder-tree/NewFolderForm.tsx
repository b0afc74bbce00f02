import { FOLDER_NAME_CHARS, type FolderId } from "@satchel/contracts";
import { Check, X } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { useCreateFolderMutation } from "../../folders/folders.api.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { createErrorText } from "../../folders/folders.api.ts";
import { IconButton } from "../../kit/IconButton.tsx";

interface NewFolderFormProps {
  /** Its parent; null for the top level. */
  readonly parent: FolderId | null;
  /** @param made the new folder; undefined: none was made */
  readonly onDone: (made?: FolderId) => void;
}

/** Asks for the name of a new folder and creates it. */
export function NewFolderForm({ parent, onDone }: NewFolderFormProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState("");
  const [create, { isLoading }] = useCreateFolderMutation();
  const { t } = useTranslation("folder-tree");
  const { t: ofKit } = useTranslation("kit");
  const inLanguage = useCatalogue();
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const isSubfolder = parent !== null;
  const label = t(isSubfolder ? "new.subfolderName" : "new.name");

  // Not `autoFocus`: the menu that opened this form returns the focus when it closes, before effects run.
  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === "" || isLoading) return;
    const answer = await create({ name: name.trim(), parent_folder_id: parent });
    if (answer.error === undefined) onDone(answer.data.id);
    else if (isProblem(answer.error)) setError(createErrorText(answer.error, isSubfolder));
  }

  return (
    <>
      <form
        className={isSubfolder ? "new-folder new-folder--child" : "new-folder"}
        onSubmit={(event) => void submit(event)}
      >
        <input
          ref={input}
          className="input"
          aria-label={label}
          placeholder={label}
          value={name}
          maxLength={FOLDER_NAME_CHARS}
          aria-invalid={error !== ""}
          aria-describedby={errorId}
          onChange={(event) => {
            setName(event.target.value);
            setError("");
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") onDone();
          }}
        />
        <IconButton label={t("new.save")} icon={Check} size="m" type="submit" disabled={name.trim() === ""} />
        <IconButton label={ofKit("cancel")} icon={X} size="m" onClick={() => onDone()} />
      </form>
      {!isSubfolder && (
        <button
          type="button"
          className="text-link new-folder__smart"
          onClick={() => {
            onDone();
            dispatch(overlayOpened({ kind: "smart", search: "" }));
          }}
        >
          {t("smart.fromSearch")}
        </button>
      )}
      <p className="new-folder__error" id={errorId} role="alert" hidden={error === ""}>
        {inLanguage(error)}
      </p>
    </>
  );
}
