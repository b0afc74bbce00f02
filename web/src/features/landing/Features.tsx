import { Check, Folder, FolderOpen } from "lucide-react";
import { useTranslation } from "react-i18next";

const promises = ["eu", "tracking", "gdpr", "erasable"] as const;

/** The three feature cards. */
export function Features({ saveAddress }: { saveAddress: string | undefined }) {
  const { t } = useTranslation("landing");
  return (
    <section className="cards3" aria-label={t("features.label")}>
      <article className="feat">
        <div className="feat__pic" aria-hidden="true">
          <div className="mini">
            <p>
              <span>{t("features.from")}</span>anna@post.example
            </p>
            <p>
              <span>{t("features.to")}</span>
              {saveAddress}
            </p>
          </div>
        </div>
        <h2 className="title-card">{t("features.mail")}</h2>
        <p>{t("features.mailText")}</p>
      </article>
      <article className="feat">
        <div className="feat__pic" aria-hidden="true">
          <div className="mini mini--row">
            {promises.map((promise) => (
              <p key={promise}>
                <Check className="icon icon-s" />
                {t(`features.promises.${promise}`)}
              </p>
            ))}
          </div>
        </div>
        <h2 className="title-card">{t("features.private")}</h2>
        <p>{t("features.privateText")}</p>
      </article>
      <article className="feat">
        <div className="feat__pic" aria-hidden="true">
          <div className="mini mini--tree">
            <p>
              <FolderOpen className="icon icon-m" />
              {t("features.folders.reading")}
              <small>214</small>
            </p>
            <p className="in on">
              <Folder className="icon icon-m" />
              {t("features.folders.essays")}
            </p>
            <p>
              <Folder className="icon icon-m" />
              {t("features.folders.kitchen")}
              <small>88</small>
            </p>
          </div>
        </div>
        <h2 className="title-card">{t("features.sorted")}</h2>
        <p>{t("features.sortedText")}</p>
      </article>
    </section>
  );
}
