import "./folder-dialogs.css";
import { DeleteFolderDialog } from "./DeleteFolderDialog.tsx";
import { EditFolderDialog } from "./EditFolderDialog.tsx";
import { FolderMenu } from "./FolderMenu.tsx";
import { MoveFolderDialog } from "./MoveFolderDialog.tsx";
import type { FolderTask } from "./FolderMenu.tsx";

interface FolderTasksProps {
  readonly task: FolderTask;
  readonly onTask: (task: FolderTask) => void;
  readonly onDone: () => void;
}

/** The menu or dialog for what the person wants to do with a folder. */
export function FolderTasks({ task, onTask, onDone }: FolderTasksProps) {
  switch (task.kind) {
    case "menu":
      return <FolderMenu row={task.row} at={task.at} onTask={onTask} onDone={onDone} />;
    case "edit":
      return <EditFolderDialog row={task.row} onDone={onDone} />;
    case "move":
      return <MoveFolderDialog row={task.row} onDone={onDone} />;
    case "delete":
      return <DeleteFolderDialog row={task.row} onDone={onDone} />;
    case "create":
      return null;
  }
}
