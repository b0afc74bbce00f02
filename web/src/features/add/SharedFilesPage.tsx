import type { FolderId } from "@satchel/contracts";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { FolderSelect } from "../../folders/FolderSelect.tsx";
import { useFolders } from "../../folders/folders.api.ts";
import { Field } from "../../kit/Field.tsx";
import { sizeText } from "../../kit/sizeText.ts";
import { SoloPage } from "../../kit/SoloPage.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { addFound } from "./files.api.ts";
import { noteOf } from "./note.ts";
import { forgetSharedFiles, sharedFiles } from "./sharedFiles.ts";
import "./add.css";

/** Saves the files that the share menu of a phone handed over; without any, says that none have come. */
export function SharedFilesPage() {
  const { t, i18n } = useTranslation("share");
  const [files, setFiles] = useState<readonly File[]>();

  useEffect(() => void sharedFiles().then(setFiles), []);

  return (
    <SoloPage tab={t("tab")}>
      <div className="box-card share">
        {files === undefined ? null : files.length > 0 ? (
          <SaveFiles files={files} title={t("sharedFiles.title", { count: files.length })}>
            <ul className="add__files" role="list">
              {files.map((file, index) => (
                <li key={index}>
                  <bdi>{file.name}</bdi>
                  <span>{sizeText(file.size, i18n.language)}</span>
                </li>
              ))}
            </ul>
          </SaveFiles>
        ) : (
          <>
            <h1 className="title-page">{t("sharedFiles.noneTitle")}</h1>
            <p>{t("sharedFiles.none")}</p>
            <div className="buttons">
              <Link className="btn btn--plain" to="/links">
                {t("saved.toLinks")}
              </Link>
            </div>
          </>
        )}
      </div>
    </SoloPage>
  );
}

/** Saves a text that was shared as a note. */
export function SharedNotePage({ text }: { readonly text: string }) {
  const { t } = useTranslation("share");
  return (
    <SoloPage tab={t("tab")}>
      <div className="box-card share">
        <SaveFiles files={[noteOf(text)]} title={t("sharedFiles.note")}>
          <p className="add__note" dir="auto">
            {text}
          </p>
        </SaveFiles>
      </div>
    </SoloPage>
  );
}

interface SaveFilesProps {
  readonly files: readonly File[];
  readonly title: string;
  /** What they are. */
  readonly children: ReactNode;
}

/** Asks before it saves: any web page can send files here (decision 28). How they fare is told above the list of links. */
function SaveFiles({ files, title, children }: SaveFilesProps) {
  const { t } = useTranslation("share");
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const folders = useFolders();
  const [folder, setFolder] = useState<FolderId | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  function leave(): void {
    void forgetSharedFiles();
    navigate("/links");
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    leave();
    void dispatch(addFound({ uriList: "", hrefs: [], text: "", files }, folder));
  }

  return (
    <form className="share__form" onSubmit={submit}>
      <h1 className="title-page">{title}</h1>
      {children}
      {folders.length > 0 && (
        <Field label={t("save.folder")}>
          <FolderSelect value={folder} none={t("save.noFolder")} onChange={setFolder} />
        </Field>
      )}
      <div className="buttons">
        <button className="btn btn--accent btn--big" type="submit" ref={button}>
          {t("save.action")}
        </button>
        <button className="btn btn--ghost btn--big" type="button" onClick={leave}>
          {t("save.cancel")}
        </button>
      </div>
    </form>
  );
}
