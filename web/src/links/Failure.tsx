import type { Link } from "@satchel/contracts";
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useRefreshLinkMutation } from "./changes.api.ts";
import { reasonKey } from "./reason.ts";

/** Why the page of a link could not be read. Trying again is offered here where it may be of use; the details offer it always. */
export function Failure({ link }: { link: Link }) {
  const { t } = useTranslation("detail");
  const [refresh, { isLoading }] = useRefreshLinkMutation();
  const reason = reasonKey(link.enrichment.reason);
  return (
    <p className="link__desc link__fail">
      <CircleAlert className="icon icon-m" />
      <span>{t(`reasons.${reason}`)}</span>{" "}
      {reason !== "blocked" && (
        <button type="button" className="link__again" disabled={isLoading} onClick={() => void refresh(link)}>
          {t("state.tryAgain")}
        </button>
      )}
    </p>
  );
}
