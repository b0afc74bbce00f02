import { useExact } from "../../links/times.ts";
import { Download, Upload as UploadIcon, X } from "lucide-react";
import { IMPORT_BYTES, type Import, type ImportFault, texts } from "@satchel/contracts";
import { exportLinks, exportUser } from "@satchel/contracts/later-routes";
import { type DragEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Dialog } from "../../kit/Dialog.tsx";
import { DownloadLink } from "../../session/DownloadLink.tsx";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { faultsCsv, uploadAgain, uploadAll, useImportQuery, useImportsQuery } from "./upload.ts";
import { percentIn, sentPart, uploadDropped } from "../../session/uploads.ts";
import { numberIn } from "../../kit/i18n/language.ts";
import { type Upload, importsClosed, selectUploads } from "../../session/imports.slice.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { saveFile } from "../../kit/saveFile.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { filterText, pathOfSearch } from "../../links/search/syntax.ts";
import "./imports.css";

interface FaultsProps {
  readonly name: string;
  /** Undefined until they are loaded. */
  readonly faults: readonly ImportFault[] | undefined;
  /** Number of skipped entries, of which the first are listed. */
  readonly skipped: number;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Skipped entries with their reasons, collapsed. */
function Faults({ name, faults = [], skipped, onToggle }: FaultsProps) {
  const { t, i18n } = useTranslation("imports");
  const inLanguage = useCatalogue();
  const number = (value: number): string => numberIn(i18n.language, value);
  return (
    <details className="faults" onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>{t("faults", { count: skipped, formatted: number(skipped) })}</summary>
      <ol>
        {faults.map(({ entry, text, reason }) => (
          <li key={entry}>
            <small>{t("entry", { entry: number(entry) })}</small>
            <bdi>{text}</bdi>
            <span>{inLanguage(reason)}</span>
          </li>
        ))}
      </ol>
      <div className="split">
        {faults.length > 0 && faults.length < skipped ? (
          <small>{t("more", { formatted: number(faults.length) })}</small>
        ) : (
          <i />
        )}
        <button
          type="button"
          className="btn btn--ghost"
          onClick={() =>
            saveFile(`${name}-skipped.csv`, new Blob([faultsCsv(faults)], { type: "text/csv;charset=utf-8" }))
          }
        >
          <Download className="icon icon-m" />
          {t("csv")}
        </button>
      </div>
    </details>
  );
}

/** Milliseconds between two polls of a running import, in case live events are missing. */
const LOOK_MS = 3000;

/** What is said of an import: numbers that are not zero, or that nothing is new. */
const countsOf = (of: Import) => {
  const some = (["saved", "known", "highlights", "skipped"] as const).filter((each) => of[each] > 0);
  return some.length === 0 ? (["saved"] as const) : some;
};

/** One import: its progress, counts, and skipped entries. */
function ImportRow({ of }: { of: Import }) {
  const { t, i18n } = useTranslation("imports");
  const inLanguage = useCatalogue();
  const { id, name, status, progress, error } = of;
  const exact = useExact();
  const [isOpen, setIsOpen] = useState(false);
  // A finished import does not change; the list does not contain its faults.
  const isOver = status !== "running";
  const { data } = useImportQuery(id, { skip: isOver && !isOpen, pollingInterval: isOver ? 0 : LOOK_MS });
  const number = (value: number): string => numberIn(i18n.language, value);

  return (
    <li className="import">
      <div className="import__head">
        <b>
          <bdi>{name}</bdi>
        </b>
        {status === "running" && <small>{t("running", { percent: percentIn(i18n.language, progress) })}</small>}
        <span role="status">
          {status === "done" && <em className="badge badge--ok">{t("done")}</em>}
          {status === "failed" && <em className="badge badge--bad">{t("failed")}</em>}
        </span>
      </div>
      {status === "running" && (
        <progress className="bar-line" aria-label={t("progressOf", { name })} value={progress} />
      )}
      <small className="num">
        <time dateTime={of.started_at}>{exact(of.started_at)}</time>
        {" · "}
        {countsOf(of)
          .map((each) => t(each, { count: of[each], formatted: number(of[each]) }))
          .join(" · ")}
      </small>
      {error !== null && <p className="import__error">{inLanguage(error)}</p>}
      {of.skipped > 0 && <Faults name={name} faults={data?.faults} skipped={of.skipped} onToggle={setIsOpen} />}
    </li>
  );
}

/** Accepts bookmark files, dropped or chosen. The server recognises the format. */
function DropZone() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("imports");
  const [isOver, setOver] = useState(false);
  const id = useId();

  const take = (files: Iterable<File>): void => {
    void dispatch(uploadAll(files));
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
        <span className="by-mouse">{t("drop")} </span>
        <label className="text-link" htmlFor={id}>
          <span className="by-mouse">{t("choose")}</span>
          <span className="by-touch">{t("chooseFile")}</span>
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
          // So that the same file can be chosen again.
          event.target.value = "";
        }}
      />
    </div>
  );
}

/** An upload with its progress, or its error. */
function UploadRow({ upload }: { upload: Upload }) {
  const dispatch = useAppDispatch();
  const { t, i18n } = useTranslation("imports");
  const inLanguage = useCatalogue();
  const { id, name, sent, error, isRefused } = upload;
  const share = sentPart(upload);
  return (
    <li className="import">
      <div className="import__head">
        <b>
          <bdi>{name}</bdi>
        </b>
        {error === null ? (
          <small>{sent === null ? t("waiting") : t("uploading", { percent: percentIn(i18n.language, share) })}</small>
        ) : (
          <em className="badge badge--bad">{t("failed")}</em>
        )}
        <IconButton
          label={t(error === null ? "cancel" : "dismiss", { name })}
          icon={X}
          onClick={() => dispatch(uploadDropped(id))}
        />
      </div>
      {error === null && sent !== null && (
        <progress className="bar-line" aria-label={t("progressOf", { name })} value={share} />
      )}
      {error !== null && (
        <div className="import__error">
          <p role="alert">{inLanguage(error)}</p>
          {isRefused !== true && (
            <button type="button" className="text-link" onClick={() => void dispatch(uploadAgain(id))}>
              {t("again")}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

/** Exports in four formats. */
function Exports() {
  const { t } = useTranslation("imports");
  const forms = [
    { format: "html", name: t("html"), text: t("htmlText") },
    { format: "csv", name: t("csvName"), text: t("csvText") },
    { format: "json", name: t("json"), text: t("jsonText") },
  ];
  return (
    <section className="stack">
      <h3>{t("export")}</h3>
      <p>{t("exportLead")}</p>
      <div className="exports">
        {forms.map(({ format, name, text }) => (
          <DownloadLink key={format} className="export" operation={exportLinks} params={{ format }}>
            <b>{name}</b>
            <small>{text}</small>
          </DownloadLink>
        ))}
        <DownloadLink className="export export--all" operation={exportUser}>
          <b>{t("all")}</b>
          <small>{t("allText")}</small>
        </DownloadLink>
      </div>
    </section>
  );
}

/** Whether an import brought links of its own: those of an account's export were saved there in other ways. */
const isOfLinks = ({ saved, format }: Import): boolean => saved > 0 && format !== "satchel-events";

/** Uploads, and the imports of the last 30 days, with the way to their links. */
function ImportList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("imports");
  const uploads = useAppSelector(selectUploads).filter(({ toast }) => toast === undefined);
  const { data: imports, isError, refetch } = useImportsQuery(undefined, { refetchOnMountOrArgChange: true });

  if (imports === undefined && isError) {
    return <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />;
  }
  if (uploads.length === 0 && (imports === undefined || imports.length === 0)) return null;
  return (
    <>
      <ul className="rows" aria-label={t("list")}>
        {uploads.map((each) => (
          <UploadRow key={each.id} upload={each} />
        ))}
        {imports?.map((each) => (
          <ImportRow key={each.id} of={each} />
        ))}
      </ul>
      {imports?.some(isOfLinks) && (
        <Link className="text-link" to={pathOfSearch(filterText("is", "imported"))} onClick={onLeave}>
          {t("show")}
        </Link>
      )}
    </>
  );
}

/** The import and export dialog. */
export function ImportsDialog() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("imports");
  const { t: ofKit } = useTranslation("kit");
  const close = (): void => void dispatch(importsClosed());
  return (
    <Dialog className="transfer" title={ofKit("importAndExport")} onClose={close}>
      <div className="dialog__body dialog__body--form transfer__body">
        <section className="stack">
          <h3>{t("import")}</h3>
          <p>{t("lead")}</p>
          <DropZone />
          <ImportList onLeave={close} />
        </section>
        <Exports />
      </div>
    </Dialog>
  );
}
