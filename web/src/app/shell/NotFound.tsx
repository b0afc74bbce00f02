import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Brand } from "../../kit/SoloPage.tsx";

/** The page for unknown addresses. */
export function NotFound() {
  const { t } = useTranslation("archive");
  useEffect(() => {
    document.title = t("notFound.tab");
  }, [t]);
  return (
    <main className="lone">
      <Brand />
      <h1 className="title-section">{t("notFound.title")}</h1>
      <p>{t("notFound.text")}</p>
      <Link className="btn btn--accent" to="/">
        {t("notFound.home")}
      </Link>
    </main>
  );
}
