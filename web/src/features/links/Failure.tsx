import type { Link } from "@satchel/contracts";
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useRefreshLinkMutation } from "./changes.api.ts";
import { reasonKey } from "./reason.ts";

/** Why the page of a link could not be read, and what can be done about it. */
export function Failure({ link }: { link: Link }) {
  const { t } = useTranslation("detail");
  const [refresh, { isLoading }] = useRefreshLinkMutation();
  return (
    <p className="link__desc link__fail">
      <CircleAlert className="icon icon-m" />
      <span>{t(`reasons.${reasonKey(link.enrichment.reason)}`)}</span>{" "}
      <button type="button" className="link__again" disabled={isLoading} onClick={() => void refresh(link)}>
        {t("state.tryAgain")}
      </button>
    </p>
  );
}
