import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { OnThisDay } from "../../features/memories/Memories.tsx";
import { CupPicture, FolderPicture } from "../../kit/pictures.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { ALL, pathOfView, type View } from "../../links/view.ts";
import { Empty } from "../../kit/Empty.tsx";
import { overlayOpened } from "../../session/overlay.slice.ts";

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
  const { t: ofLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  const text = (
    <>
      {t("folder.text")} <span className="by-mouse">{t("folder.drag")}</span>
    </>
  );
  return (
    <Empty sign={<FolderPicture />} title={t("folder.title")} text={text}>
      <button
        type="button"
        className="btn btn--accent"
        aria-haspopup="dialog"
        onClick={() => dispatch(overlayOpened({ kind: "add", text: "" }))}
      >
        <Plus className="icon icon-m" />
        {ofLinks("add")}
      </button>
      <Link className="btn btn--plain" to={pathOfView(ALL)}>
        {t("folder.all")}
      </Link>
    </Empty>
  );
}

/** An address of a folder that there is not, or no longer. */
function NoFolder() {
  const { t } = useTranslation("archive", { keyPrefix: "empty" });
  return (
    <Empty sign={<FolderPicture />} title={t("gone.title")} text={t("gone.text")} isPage>
      <Link className="btn btn--plain" to={pathOfView(ALL)}>
        {t("folder.all")}
      </Link>
    </Empty>
  );
}

/** The empty state of a view, in an archive that has links. `isGone`: of a folder that does not exist. */
export function EmptyList({ view, isGone = false }: { view: View; isGone?: boolean }) {
  if (isGone) return <NoFolder />;
  if (view.kind !== "unvisited") return <EmptyFolder />;
  return (
    <>
      <NothingUnvisited />
      <OnThisDay />
    </>
  );
}
