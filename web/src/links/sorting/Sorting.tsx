import { ArrowUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectSort, type Sort, type Sorted, SORTS } from "../display.slice.ts";
import { chooseSort } from "./chooseSort.ts";
import "./sorting.css";

/** Chooses in which order links are shown: the browser's own menu, under a button that says what is chosen. */
export function Sorting({ of }: { of: Sorted }) {
  const { t } = useTranslation("sorting");
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => selectSort(state, of));

  return (
    <label className="btn btn--ghost sorting">
      <ArrowUpDown className="icon icon-m" />
      <span className="page__say" aria-hidden="true">
        {t(`by.${chosen}`)}
      </span>
      <select
        aria-label={t("label")}
        value={chosen}
        onChange={(event) => dispatch(chooseSort(of, event.target.value as Sort))}
      >
        {SORTS[of].map((sort) => (
          <option key={sort} value={sort}>
            {t(`by.${sort}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
