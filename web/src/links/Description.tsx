import type { MarkedText, Link } from "@satchel/contracts";
import { CircleAlert } from "lucide-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { reasonKey } from "./linkText.ts";
import { useRefreshLinkMutation } from "./changes.api.ts";

/** Why the page of a link could not be read. Trying again is offered here where it may be of use; the details offer it always. */
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

/** A text with what a search found in it marked. */
export function Pieces({ pieces }: { pieces: MarkedText }) {
  return pieces.map(({ text, found }, index) =>
    // The pieces of a text have nothing but their place.
    // oxlint-disable-next-line react/no-array-index-key
    found ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}

/** Whether there is nothing to say of a link but why its page could not be read. */
export const saysFailure = ({ description, enrichment, match }: Link): boolean =>
  enrichment.state === "failed" && description === null && !(match?.snippet ?? []).some(({ found }) => found);

/** Whether an excerpt, which has "…" where it was cut, is of a text. */
const isOf = (excerpt: MarkedText, text: string | null): boolean =>
  text?.includes(
    excerpt
      .map((piece) => piece.text)
      .join("")
      .replaceAll(/^…|…$/g, ""),
  ) === true;

/** What a link is about: its description and where else a search found it, or why there is none. */
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
