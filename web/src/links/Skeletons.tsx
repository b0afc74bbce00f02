import { useTranslation } from "react-i18next";
import { useAppSelector } from "../kit/state.ts";
import { selectDisplay } from "./display.slice.ts";
import "./skeletons.css";

/** A row or card that is on its way, of the size it will have. */
export function Skeleton() {
  return (
    <div className="skel" aria-hidden="true">
      <i className="shimmer" />
      <div>
        <i className="shimmer" />
        <i className="shimmer" />
        <i className="shimmer" />
      </div>
      <i className="shimmer" />
    </div>
  );
}

const rows = [1, 2, 3, 4, 5, 6, 7];

/** A list that is on its way. */
export function Skeletons() {
  const { t } = useTranslation("links");
  const display = useAppSelector(selectDisplay);
  return (
    <section className="skels" data-view={display} aria-busy="true" aria-label={t("loading")}>
      <div className="skels__day">
        <i className="shimmer" />
      </div>
      {rows.map((row) => (
        <Skeleton key={row} />
      ))}
    </section>
  );
}
