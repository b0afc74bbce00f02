import { useTranslation } from "react-i18next";
import { Mark } from "../../kit/Brand.tsx";
import { Skeleton } from "../../links/Skeletons.tsx";

const rows = [1, 2, 3, 4, 5, 6, 7];

/** The archive before anything of it is known. Its heading is that of all links: `public/first.js` hides it from other views. */
export function ArchiveFrame() {
  const { t } = useTranslation("links");
  return (
    <div className="app" aria-hidden="true">
      <div className="side">
        <div className="side__head">
          <span className="brand">
            <Mark />
            <b>Satchel</b>
          </span>
        </div>
      </div>
      <div className="main">
        <div className="topbar">
          <div className="bar" />
        </div>
        <div className="page">
          <div className="page__head">
            <div>
              <h1 className="title-page">{t("title.all")}</h1>
              <i className="shimmer" />
            </div>
          </div>
          <div className="skels" data-view="list">
            <div className="skels__day">
              <i className="shimmer" />
            </div>
            {rows.map((row) => (
              <Skeleton key={row} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
