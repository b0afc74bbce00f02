import { type Folder, type FolderId, texts } from "@satchel/contracts";
import { FolderPlus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { firstView } from "../../kit/parts/firstView.ts";
import { part } from "../../kit/parts/part.tsx";
import type { View } from "../../links/view.ts";
import { collapseToggled, selectCollapsed } from "../../kit/sidebar.slice.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { FolderBranch } from "./FolderBranch.tsx";
import { useFoldersQuery } from "../../folders/folders.api.ts";
import type { FolderTask } from "./FolderTasks.tsx";
import { NEW_FOLDER, rowsOf } from "../../folders/tree.ts";
import { useTreeKeys } from "./treeKeys.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./folders.css";

const FolderTasks = part("folder-tree/FolderTasks", async () => (await import("./FolderTasks.tsx")).FolderTasks, {
  texts: ["folder-tree"],
});
const NewFolderForm = part(
  "folder-tree/NewFolderForm",
  async () => (await import("./NewFolderForm.tsx")).NewFolderForm,
  { texts: ["folder-tree"] },
);

/** Preloads the form for a new folder after the first view. */
const loadForm = (): Promise<void> => firstView().then(NewFolderForm.load);

const none: readonly Folder[] = [];
/** Rows of the placeholder. */
const SKELETONS = [1, 2, 3];

/** The folder tree with the controls to create folders; two levels at most. */
export function FolderTree({ view }: { view: View | undefined }) {
  const {
    folders = none,
    isError,
    isLoading,
    refetch,
  } = useFoldersQuery(undefined, {
    selectFromResult: ({ data, isError, isLoading }) => ({ folders: data, isError, isLoading }),
  });
  const dispatch = useAppDispatch();
  const { t } = useTranslation("folders");
  const { t: ofKit } = useTranslation("kit");
  const inLanguage = useCatalogue();
  const [closed, setClosed] = useState<ReadonlySet<FolderId>>(new Set());
  /** The parent of a folder that is being created: null at the top level; undefined: none is. */
  const [creatingIn, setCreatingIn] = useState<FolderId | null | undefined>();
  const [task, setTask] = useState<FolderTask>();
  const collapsed = useAppSelector(selectCollapsed);
  const frame = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const tabStop = useTreeKeys(frame, end);
  useEffect(() => {
    // On failure, it is retried when the form is shown.
    loadForm().catch(() => undefined);
  }, []);
  const rows = rowsOf(folders);
  /** A new folder that was not shown yet. */
  const made = useRef<FolderId>(undefined);
  const showMade = useCallback(() => {
    const item = made.current === undefined ? null : frame.current?.querySelector(`[data-folder="${made.current}"]`);
    if (!item) return;
    made.current = undefined;
    item.scrollIntoView({ block: "nearest" });
    // The form had the focus, unless it was taken elsewhere meanwhile.
    if (document.activeElement === document.body) item.querySelector("a")?.focus();
  }, []);
  useEffect(showMade, [folders, creatingIn, showMade]);
  const stopCreating = (id?: FolderId) => {
    made.current = id;
    setCreatingIn(undefined);
  };
  const stopTask = () => setTask(undefined);
  const current = view !== undefined && "id" in view ? view.id : undefined;

  function toggle(id: FolderId): void {
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }

  function createIn(parent: FolderId | null): void {
    // The collapsed sidebar has no space for a name.
    if (collapsed) dispatch(collapseToggled());
    setCreatingIn(parent);
  }

  function start(wanted: FolderTask): void {
    setTask(undefined);
    if (wanted.kind === "create") createIn(wanted.row.id);
    else setTask(wanted);
  }

  return (
    <>
      <div className="side__label">
        <span>{t("heading")}</span>
        <IconButton
          label={t("create")}
          icon={FolderPlus}
          size="m"
          id={NEW_FOLDER}
          onClick={() => (creatingIn === null ? stopCreating() : createIn(null))}
        />
      </div>
      {creatingIn === null && <NewFolderForm parent={null} onDone={stopCreating} />}
      {isLoading && SKELETONS.map((key) => <i key={key} className="shimmer nav-skeleton" aria-hidden="true" />)}
      {isError && (
        <div className="side__fault">
          <p className="side__hint">{inLanguage(texts.links.loadFailed)}</p>
          <button type="button" className="text-link" onClick={() => void refetch()}>
            {ofKit("tryAgain")}
          </button>
        </div>
      )}
      {!isLoading && !isError && folders.length === 0 && creatingIn === undefined && (
        <p className="side__hint">{t("createHint")}</p>
      )}
      <div ref={frame} tabIndex={-1} {...tabStop}>
        {rows.map((row) =>
          row.parent === null ? (
            <FolderBranch
              key={row.id}
              row={row}
              subfolders={rows.filter(({ parent }) => parent === row.id)}
              current={current}
              isClosed={closed.has(row.id)}
              onToggle={() => toggle(row.id)}
              onTask={start}
              form={creatingIn === row.id && <NewFolderForm parent={row.id} onDone={stopCreating} />}
            />
          ) : null,
        )}
      </div>
      <span ref={end} tabIndex={-1} />
      {task !== undefined && (
        <FolderTasks key={`${task.kind} ${task.row.id}`} task={task} onTask={start} onDone={stopTask} />
      )}
    </>
  );
}
