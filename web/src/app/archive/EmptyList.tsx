import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { OnThisDay } from "../../features/memories/Memories.tsx";
import { CupPicture, FolderPicture } from "../../kit/pictures.tsx";
import { ALL, pathOfView, type View } from "../../links/view.ts";
import { Empty } from "../../kit/Empty.tsx";

function NothingUnvisited() {
  const { t } = useTranslation("archive", { keyPrefix: "empty" });
  return (
    <Empty sign={<CupPicture />} title={t("unvisited.title")} text={t("unvisited.text")}>
      <Link className="btn btn--plain" to={pathOfView(ALL)}>
        {t("unvisited.all")}
      </Link>
    </Empty>
  );
}

function EmptyFolder() {
  const { t } = useTranslation("archive", { keyPrefix: "empty" });
  return (
    <Empty sign={<FolderPicture />} title={t("folder.title")} text={t("folder.text")}>
      <Link className="btn btn--plain" to={pathOfView(ALL)}>
        {t("folder.all")}
      </Link>
    </Empty>
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
