import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { Link } from "../../app/Link.tsx";
import { useAppDispatch } from "../../app/hooks.ts";
import { drawerClosed } from "../shell/sidebar.slice.ts";

/** The way to what came by mail. */
export function CapturesEntry() {
  const { t } = useTranslation("captures");
  const dispatch = useAppDispatch();
  const isCurrent = useLocation().pathname === "/captures";
  return (
    <Link
      className={isCurrent ? "nav is-current" : "nav"}
      to="/captures"
      title={t("title")}
      aria-current={isCurrent ? "page" : undefined}
      onClick={() => dispatch(drawerClosed())}
    >
      <MailCheck className="icon" />
      <span>{t("title")}</span>
    </Link>
  );
}
