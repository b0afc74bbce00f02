import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Link } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { drawerClosed } from "../../kit/sidebar.slice.ts";

/** The way to what came by mail. */
export function CapturesEntry() {
  const { t } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const isCurrent = useLocation()[0] === "/captures";
  return (
    <Link
      className={isCurrent ? "nav is-current" : "nav"}
      to="/captures"
      title={t("captures")}
      aria-current={isCurrent ? "page" : undefined}
      onClick={() => dispatch(drawerClosed())}
    >
      <MailCheck className="icon" />
      <span>{t("captures")}</span>
    </Link>
  );
}
