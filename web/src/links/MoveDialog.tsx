import { FOLDER_NAME_CHARS } from "@satchel/contracts";
import { Folder as FolderIcon, FolderOutput, FolderPlus } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../kit/catalogue/useCatalogue.ts";
import { isProblem } from "../kit/transport/call.ts";
import { useCreateFolderMutation, useFolders } from "../folders/folders.api.ts";
import { createErrorText } from "../folders/folders.api.ts";
import { canHaveChildren, rowsOf } from "../folders/tree.ts";
import { Dialog } from "../kit/Dialog.tsx";
import { takesFocus } from "../kit/Dialog.tsx";
import "./move.css";

interface MoveDialogProps {
  /** Its accessible name. */
  readonly label: string;
  /** Their current folder; 0 for none, undefined if they are in several. */
  readonly current: number | undefined;
  readonly onMove: (folder: number) => void;
  readonly onClose: () => void;
}

/** Whether there is a physical keyboard: an on-screen one would cover the folders. */
const hasKeyboard = matchMedia("(pointer: fine)").matches;

/** Asks for the target folder of links; a new one can be created by its name. */
export function MoveDialog({ label, current, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation("links");
  const { t: inDialog } = useTranslation("selection", { keyPrefix: "moveDialog" });
  const inLanguage = useCatalogue();
  const folders = useFolders();
  const [create, { isLoading }] = useCreateFolderMutation();
  const [wanted, setWanted] = useState("");
  const [error, setError] = useState("");
  const errorId = useId();
  const name = wanted.trim();
  const all = rowsOf(folders);
  const rows = all.filter((row) => row.name.toLowerCase().includes(name.toLowerCase()));
  const canCreate = name !== "" && !rows.some((row) => row.name.toLowerCase() === name.toLowerCase());

  function move(folder: number): void {
    onClose();
    if (folder !== current) onMove(folder);
  }

  async function moveToNew(): Promise<void> {
    if (isLoading) return;
    const answer = await create({ name, parent_folder_id: null });
    if (answer.error === undefined) move(answer.data.id);
    else if (isProblem(answer.error)) setError(createErrorText(answer.error, false));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const [first] = rows;
    if (name === "") return;
    if (first === undefined) void moveToNew();
    else move(first.id);
  }

  return (
    <Dialog title={t("move")} label={label} onClose={onClose}>
      <div className="dialog__body">
        <form className="finder" onSubmit={submit}>
          <input
            className="input"
            aria-label={inDialog("find")}
            aria-describedby={errorId}
            placeholder={inDialog("find")}
            maxLength={FOLDER_NAME_CHARS}
            value={wanted}
            ref={hasKeyboard ? takesFocus : undefined}
            onChange={(event) => {
              setWanted(event.target.value);
              setError("");
            }}
          />
        </form>
        <p className="hint hint--bad" id={errorId} role="alert">
          {inLanguage(error)}
        </p>
        {all.length === 0 && name === "" && <p role="status">{inDialog("none")}</p>}
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            className={canHaveChildren(row) ? "choose" : "choose choose--child"}
            aria-current={row.id === current || undefined}
            onClick={() => move(row.id)}
          >
            <FolderIcon className="icon" />
            <span>
              <bdi>{row.name}</bdi>
            </span>
          </button>
        ))}
        {canCreate && (
          <button type="button" className="choose" aria-disabled={isLoading} onClick={() => void moveToNew()}>
            <FolderPlus className="icon" />
            <span>{inDialog("create", { name })}</span>
          </button>
        )}
        {current !== 0 && name === "" && (
          <button type="button" className="choose" onClick={() => move(0)}>
            <FolderOutput className="icon" />
            {t("takeOut")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
