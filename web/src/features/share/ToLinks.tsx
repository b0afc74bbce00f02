import { useTranslation } from "react-i18next";
import { Link } from "wouter";

export function ToLinks() {
  const { t } = useTranslation("share");
  return (
    <Link className="btn btn--plain" to="/links">
      {t("saved.toLinks")}
    </Link>
  );
}
