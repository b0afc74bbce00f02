import { Trans, useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useUser } from "../session/api.ts";
import { useConfigQuery } from "../session/config.slice.ts";
import { SaveAddress } from "../session/SaveAddress.tsx";
import { CupPicture, FolderPicture, SatchelPicture } from "../kit/pictures.tsx";
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

function EmptyArchive() {
  const { t } = useTranslation("links");
  const address = useConfigQuery().data?.save_address;
  const owner = useUser()?.sender_emails[0]?.email;
  return (
    <section className="empty">
      <SatchelPicture />
      <h2 className="title-section">{t("empty.all.title")}</h2>
      <p>{t("empty.all.text")}</p>
      <ol className="steps">
        <li>
          <i>1</i>
          <span>{t("empty.all.copy")}</span>
        </li>
        <li>
          <i>2</i>
          <span>
            <Trans t={t} i18nKey="empty.all.mail" components={{ address: <b>{address}</b> }} />
          </span>
        </li>
        <li>
          <i>3</i>
          <span>{t("empty.all.watch")}</span>
        </li>
      </ol>
      <SaveAddress />
      {owner !== undefined && (
        <p className="hint">
          <Trans t={t} i18nKey="empty.all.tip" components={{ address: <b>{owner}</b> }} />
        </p>
      )}
    </section>
  );
}

/** Instead of rows, when a view has none. */
export function EmptyList({ view }: { view: View }) {
  if (view.kind === "unvisited") return <NothingUnvisited />;
  return view.kind === "folder" ? <EmptyFolder /> : <EmptyArchive />;
}
