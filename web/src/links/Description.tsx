import type { MarkedText, Link } from "@satchel/contracts";
import { CircleAlert } from "lucide-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { reasonKey } from "./linkText.ts";
import { useRefreshLinkMutation } from "./changes.api.ts";

/** Why the page of a link could not be read, with a button to retry if that may help. The details always have one. */
function Failure({ link }: { link: Link }) {
  const { t } = useTranslation("links");
  const [refresh, { isLoading }] = useRefreshLinkMutation();
  const reason = reasonKey(link.enrichment.reason);
  return (
    <p className="link__desc link__fail">
      <CircleAlert className="icon icon-m" />
      <span>{t(`reasons.${reason}`)}</span>{" "}
      {reason !== "blocked" && (
        <button type="button" className="link__again" disabled={isLoading} onClick={() => void refresh(link)}>
          {t("readAgain")}
        </button>
      )}
    </p>
  );
}

/** A text with the matches of a search marked. */
export function Pieces({ pieces }: { pieces: MarkedText }) {
  return pieces.map(({ text, found }, index) =>
    // The pieces have no other key than their position.
    // oxlint-disable-next-line react/no-array-index-key
    found ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}

/** Whether a link has only a failure to show. */
export const saysFailure = ({ description, enrichment, match }: Link): boolean =>
  enrichment.state === "failed" && description === null && !(match?.snippet ?? []).some(({ found }) => found);

/** Whether an excerpt, with "…" where it was cut, is part of a text. */
const isOf = (excerpt: MarkedText, text: string | null): boolean =>
  text?.includes(
    excerpt
      .map((piece) => piece.text)
      .join("")
      .replaceAll(/^…|…$/g, ""),
  ) === true;

/** A link's description and the excerpt of a search, or why it has none. */
export function Description({ link }: { link: Link }) {
  const { t } = useTranslation("links");
  const excerpt = link.match?.snippet ?? [];
  const snippet = excerpt.some(({ found }) => found) ? excerpt : [];
  const isElsewhere = snippet.length > 0 && !isOf(snippet, link.description);
  const description = link.description !== null && (
    <p className="link__desc">
      <bdi>{snippet.length > 0 && !isElsewhere ? <Pieces pieces={snippet} /> : link.description}</bdi>
    </p>
  );
  if (isElsewhere) {
    return (
      <div>
        {description}
        <p className="link__desc">
          <bdi>
            <Pieces pieces={snippet} />
          </bdi>
        </p>
      </div>
    );
  }
  if (description) return description;
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
