import { IMPORT_BYTES } from "@satchel/contracts";
import { Upload as UploadIcon } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { upload } from "./upload.ts";

/** Takes files of bookmarks: dropped, or chosen. The format is found out by the server. */
export function DropZone() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("imports");
  const [isOver, setOver] = useState(false);
  const id = useId();

  const take = (files: Iterable<File>): void => {
    for (const file of files) void dispatch(upload(file));
  };

  function onDrag(event: DragEvent, over: boolean): void {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(over);
  }

  return (
    <div
      className={isOver ? "drop-zone is-over" : "drop-zone"}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <UploadIcon className="icon" />
      <p>
        {t("drop")}{" "}
        <label className="text-link" htmlFor={id}>
          {t("choose")}
        </label>
      </p>
      <p className="hint" id={`${id}-hint`}>
        {t("limit", { mb: IMPORT_BYTES / 1024 / 1024 })}
      </p>
      <input
        id={id}
        className="drop-zone__input"
        type="file"
        multiple
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          take(event.target.files ?? []);
          // The same file can be chosen once more.
          event.target.value = "";
        }}
      />
    </div>
  );
}
