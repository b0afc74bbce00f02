import type { Link } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { Failure } from "./Failure.tsx";
import { Pieces } from "./Pieces.tsx";

/** Whether there is nothing to say of a link but why its page could not be read. */
export const saysFailure = ({ description, enrichment, match }: Link): boolean =>
  enrichment.state === "failed" && description === null && (match?.snippet ?? []).length === 0;

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
  return saysFailure(link) ? <Failure link={link} /> : null;
}
