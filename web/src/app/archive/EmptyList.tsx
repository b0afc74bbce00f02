import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { OnThisDay } from "../../features/memories/Memories.tsx";
import { CupPicture, FolderPicture } from "../../kit/pictures.tsx";
import { ALL, pathOfView, type View } from "../../links/view.ts";

function NothingUnvisited() {
  const { t } = useTranslation("archive", { keyPrefix: "empty" });
  return (
    <section className="empty">
      <CupPicture />
      <h2 className="title-section">{t("unvisited.title")}</h2>
      <p>{t("unvisited.text")}</p>
      <div className="actions">
        <Link className="btn btn--plain" to={pathOfView(ALL)}>
          {t("unvisited.all")}
        </Link>
      </div>
    </section>
  );
}

function EmptyFolder() {
  const { t } = useTranslation("archive", { keyPrefix: "empty" });
  return (
    <section className="empty">
      <FolderPicture />
      <h2 className="title-section">{t("folder.title")}</h2>
      <p>{t("folder.text")}</p>
      <div className="actions">
        <Link className="btn btn--plain" to={pathOfView(ALL)}>
          {t("folder.all")}
        </Link>
      </div>
    </section>
  );
}

/** The empty state of a view, in an archive that has links. */
export function EmptyList({ view }: { view: View }) {
  if (view.kind !== "unvisited") return <EmptyFolder />;
  return (
    <>
      <NothingUnvisited />
      <OnThisDay />
    </>
  );
}
