import { closedSearch, texts } from "@satchel/contracts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FolderRow } from "../../folders/tree.ts";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { useChangeFolderMutation } from "../../folders/folders.api.ts";
import { reasonOf } from "../../kit/transport/call.ts";
import { FolderLookFields } from "./FolderLookFields.tsx";
import { FolderFault, FolderNameField } from "./FolderForm.tsx";
import { SearchField } from "./SearchField.tsx";

/** Edits name, color and emoji of a folder, and the search of a smart one. */
export function EditFolderDialog({ row, onDone }: { row: FolderRow; onDone: () => void }) {
  const { t } = useTranslation("folder-tree");
  const [name, setName] = useState(row.name);
  const [color, setColor] = useState(row.color);
  const [emoji, setEmoji] = useState(row.emoji ?? "");
  const [search, setSearch] = useState(row.search);
  const [error, setError] = useState("");
  const [change, { isLoading }] = useChangeFolderMutation();
  const errorId = useId();

  const isIncomplete = name.trim() === "" || (search !== null && closedSearch(search) === undefined);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isIncomplete || isLoading) return;
    // Only changed fields, so that a name with an appended number is not sent as a new name.
    const changes = {
      ...(name.trim() !== row.name && { name: name.trim() }),
      ...(color !== row.color && { color }),
      ...(emoji.trim() !== (row.emoji ?? "") && { emoji: emoji.trim() === "" ? null : emoji.trim() }),
      ...(search !== null && search !== row.search && { search }),
    };
    if (Object.keys(changes).length === 0) return onDone();
    const answer = await change({ id: row.id, change: changes });
    if (answer.error === undefined) onDone();
    else setError(reasonOf(answer.error, texts.unexpected));
  }

  return (
    <Dialog title={t("look.title")} label={t("look.label", { name: row.name })} onClose={onDone}>
      <form className="dialog__body dialog__body--form" onSubmit={(event) => void submit(event)}>
        <FolderNameField
          label={t("new.name")}
          name={name}
          errorId={errorId}
          onChange={(typed) => {
            setName(typed);
            setError("");
          }}
        />
        {search !== null && (
          <SearchField
            search={search}
            onChange={(typed) => {
              setSearch(typed);
              setError("");
            }}
          />
        )}
        <FolderLookFields
          color={color}
          emoji={emoji}
          onColor={setColor}
          onEmoji={(chosen) => {
            setEmoji(chosen);
            setError("");
          }}
        />
        <FolderFault id={errorId} error={error} />
        <Actions onCancel={onDone}>
          <button type="submit" className="btn btn--accent" disabled={isIncomplete || isLoading}>
            {t("look.save")}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
