import type { Link } from "@satchel/contracts";
import { CircleAlert } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useRefreshLinkMutation } from "./changes.api.ts";
import { Pieces } from "./Pieces.tsx";
import { reasonKey } from "./reason.ts";

/** Why the page of a link could not be read, and what can be done about it. */
function Failure({ link }: { link: Link }) {
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

/** What a link is about: where a search found it, its description, or why there is none. */
export function Description({ link }: { link: Link }) {
  const { t } = useTranslation("links");
  const snippet = link.match?.snippet ?? [];
  if (snippet.length > 0 || link.description !== null) {
    return (
      <p className="link__desc">
        <bdi>{snippet.length > 0 ? <Pieces pieces={snippet} /> : link.description}</bdi>
      </p>
    );
  }
  if (link.enrichment.state === "pending") {
    return (
      <p className="link__desc">
        <i className="shimmer" aria-hidden="true" />
        <span className="sr">{t("fetching")}</span>
      </p>
    );
  }
  return link.enrichment.state === "done" ? null : (
    <Suspense fallback={<p className="link__desc link__fail" />}>
      <Failure link={link} />
    </Suspense>
  );
}
