import { closedSearch, type Folder, texts } from "@satchel/contracts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useCreateFolderMutation } from "../../folders/folders.api.ts";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { reasonOf } from "../../kit/transport/call.ts";
import { pathOfView } from "../../links/view.ts";
import { FolderFault, FolderNameField } from "./FolderForm.tsx";
import { SearchField } from "./SearchField.tsx";
import "./folders.css";

/** Searches that are worth a folder, with their emoji. */
const SUGGESTIONS = {
  unvisited: { search: "is:unvisited", emoji: "✨" },
  broken: { search: "is:broken", emoji: "👻" },
  duplicate: { search: "is:duplicate", emoji: "👯" },
  unfiled: { search: "is:unfiled", emoji: "🗂️" },
  untagged: { search: "is:untagged", emoji: "🏷️" },
  long: { search: "is:unvisited is:long", emoji: "☕" },
  reminder: { search: "is:reminder", emoji: "🔔" },
  fav: { search: "is:fav", emoji: "⭐" },
} as const;
const NAMES = Object.keys(SUGGESTIONS) as (keyof typeof SUGGESTIONS)[];

/** Creates a smart folder from a search, at the end of the top level, and opens it. */
export function SmartFolderDialog({ search: initial, onClose }: { search: string; onClose: () => void }) {
  const { t } = useTranslation("folder-tree", { keyPrefix: "smart" });
  const [, navigate] = useLocation();
  const [name, setName] = useState("");
  const [search, setSearch] = useState(initial);
  const [emoji, setEmoji] = useState("");
  const [error, setError] = useState("");
  const [create, { isLoading }] = useCreateFolderMutation();
  const errorId = useId();
  const isIncomplete = name.trim() === "" || closedSearch(search) === undefined;

  function opened({ id }: Folder): void {
    onClose();
    navigate(pathOfView({ kind: "smart", id }));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isIncomplete || isLoading) return;
    const look = emoji === "" ? {} : { emoji };
    const answer = await create({ name: name.trim(), parent_folder_id: null, search, ...look });
    if (answer.error === undefined) opened(answer.data);
    else setError(reasonOf(answer.error, texts.folders.createFailed));
  }

  return (
    <Dialog title={t("title")} onClose={onClose}>
      <form className="dialog__body dialog__body--form" onSubmit={(event) => void submit(event)}>
        <p className="hint">{t("lead")}</p>
        {initial === "" && (
          <div className="smart-ideas" role="group" aria-label={t("suggested")}>
            {NAMES.map((each) => (
              <button
                key={each}
                type="button"
                className={search === SUGGESTIONS[each].search ? "chip chip--on" : "chip"}
                aria-pressed={search === SUGGESTIONS[each].search}
                onClick={() => {
                  setName(t(`suggestions.${each}`));
                  setSearch(SUGGESTIONS[each].search);
                  setEmoji(SUGGESTIONS[each].emoji);
                  setError("");
                }}
              >
                {t(`suggestions.${each}`)}
              </button>
            ))}
          </div>
        )}
        <FolderNameField
          label={t("name")}
          name={name}
          errorId={errorId}
          onChange={(typed) => {
            setName(typed);
            setError("");
          }}
        />
        <SearchField
          search={search}
          onChange={(typed) => {
            setSearch(typed);
            setError("");
          }}
        />
        <FolderFault id={errorId} error={error} />
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent" disabled={isIncomplete || isLoading}>
            {t("create")}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
