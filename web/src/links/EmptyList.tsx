import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { CupPicture, FolderPicture } from "../kit/pictures.tsx";
import { ALL, pathOfView, type View } from "./view.ts";

function NothingUnvisited() {
  const { t } = useTranslation("links");
  return (
    <section className="empty">
      <CupPicture />
      <h2 className="title-section">{t("empty.unvisited.title")}</h2>
      <p>{t("empty.unvisited.text")}</p>
      <div className="actions">
        <Link className="btn btn--plain" to={pathOfView(ALL)}>
          {t("empty.unvisited.all")}
        </Link>
      </div>
    </section>
  );
}

function EmptyFolder() {
  const { t } = useTranslation("links");
  return (
    <section className="empty">
      <FolderPicture />
      <h2 className="title-section">{t("empty.folder.title")}</h2>
      <p>{t("empty.folder.text")}</p>
      <div className="actions">
        <Link className="btn btn--plain" to={pathOfView(ALL)}>
          {t("empty.folder.all")}
        </Link>
      </div>
    </section>
  );
}

/** Instead of rows, when a view of an archive that has links has none. */
export function EmptyList({ view }: { view: View }) {
  return view.kind === "unvisited" ? <NothingUnvisited /> : <EmptyFolder />;
}
