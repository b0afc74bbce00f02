import { ArrowUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SORTS, type Sort, type Sorted, selectSort, sortChosen, storeDisplay } from "../list.slice.ts";
import { type AppThunk, useAppDispatch, useAppSelector } from "../../kit/state.ts";
import "./sorting.css";

/** Shows links in another order, from now on where it is that of lists. */
export const chooseSort =
  (of: Sorted, sort: Sort): AppThunk =>
  (dispatch) => {
    if (of === "lists") storeDisplay(of, sort);
    dispatch(sortChosen({ [of]: sort }));
  };

/** Chooses in which order links are shown: the browser's own menu, under a button that says what is chosen. */
export function Sorting({ of }: { of: Sorted }) {
  const { t } = useTranslation("links", { keyPrefix: "sorting" });
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
