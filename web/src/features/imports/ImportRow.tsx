import type { Import } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/numbers.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { Faults } from "./Faults.tsx";
import { useImportQuery } from "./imports.api.ts";
import { percentIn } from "./percent.ts";

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
