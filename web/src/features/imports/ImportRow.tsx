import type { Import, ImportFault } from "@satchel/contracts";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { faultsCsv, percentIn } from "./upload.ts";
import { numberIn } from "../../kit/i18n/language.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { useImportQuery } from "./imports.api.ts";

/** Lets the browser save a text as a file. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

interface FaultsProps {
  readonly name: string;
  readonly faults: readonly ImportFault[];
  /** Of these, the first ones are told. */
  readonly skipped: number;
}

/** The entries that were not taken, each with its reason; to be opened. */
export function Faults({ name, faults, skipped }: FaultsProps) {
  const { t, i18n } = useTranslation("imports");
  const number = (value: number): string => numberIn(i18n.language, value);
  return (
    <details className="faults">
      <summary>{t("faults", { count: skipped, formatted: number(skipped) })}</summary>
      <ol>
        {faults.map(({ entry, text, reason }) => (
          <li key={entry}>
            <small>{t("entry", { entry: number(entry) })}</small>
            <bdi>{text}</bdi>
            <span>{reason}</span>
          </li>
        ))}
      </ol>
      <div className="split">
        {faults.length < skipped ? <small>{t("more", { formatted: number(faults.length) })}</small> : <i />}
        <button type="button" className="btn btn--ghost" onClick={() => save(`${name}-skipped.csv`, faultsCsv(faults))}>
          <Download className="icon icon-m" />
          {t("csv")}
        </button>
      </div>
    </details>
  );
}

/** Milliseconds between two looks at a running import, should the live events not come through. */
const LOOK_MS = 3000;

const counts = ["saved", "known", "skipped"] as const;

/** One import: how far it is, what became of its entries, and why some were not taken. */
export function ImportRow({ of }: { of: Import }) {
  const { t, i18n } = useTranslation("imports");
  const inLanguage = useCatalogue();
  const { id, name, status, progress, error, faults } = of;
  // What is over does not change any more.
  const isOver = status !== "running";
  useImportQuery(id, { skip: isOver, pollingInterval: LOOK_MS });
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
        {counts.map((each) => t(each, { count: of[each], formatted: number(of[each]) })).join(" · ")}
      </small>
      {error !== null && <p className="import__error">{inLanguage(error)}</p>}
      {faults.length > 0 && <Faults name={name} faults={faults} skipped={of.skipped} />}
    </li>
  );
}
