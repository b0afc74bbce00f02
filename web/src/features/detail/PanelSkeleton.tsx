import { useTranslation } from "react-i18next";
import "./panel.css";

/** A placeholder of the details of a link, of their final size. */
export function PanelSkeleton() {
  const { t } = useTranslation("links");
  return (
    <aside className="panel" aria-label={t("panel.label")} aria-busy="true">
      <div className="panel__bar">
        <i className="shimmer panel__line" />
      </div>
      <div className="panel__scroll">
        <div className="link__thumb shimmer" />
        <i className="shimmer panel__title" />
        <i className="shimmer panel__line" />
        <i className="shimmer panel__line" />
        <span className="sr" role="status">
          {t("panel.loading")}
        </span>
      </div>
    </aside>
  );
}
