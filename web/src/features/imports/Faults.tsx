import type { ImportFault } from "@satchel/contracts";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/numbers.ts";
import { faultsCsv } from "./faultsFile.ts";

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
