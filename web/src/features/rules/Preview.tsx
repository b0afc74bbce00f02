import type { RulePreview } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { Favicon } from "../../links/LinkImages.tsx";
import { titleOfLink } from "../../links/linkText.ts";

interface PreviewProps {
  readonly preview: RulePreview;
  /** Whether the rule changes links at all: folder, tags or favorites. */
  readonly changesLinks: boolean;
  /** Whether it does something else as well, which is for new links only. */
  readonly hasEffects: boolean;
}

/** What a rule would change of the links that are there, with the newest of them. */
export function Preview({ preview, changesLinks, hasEffects }: PreviewProps) {
  const { t } = useTranslation("rules", { keyPrefix: "preview" });
  const { t: ofLinks } = useTranslation("links");
  const { changed, unchanged, texts_unread: unread, links } = preview;
  const first = changesLinks ? t("changed", { count: changed }) : t("matched", { count: changed + unchanged });
  return (
    <div className="rule-preview">
      <div role="status">
        <p>
          <b>{first}</b> {changesLinks && unchanged > 0 && t("unchanged", { count: unchanged })}{" "}
          {unread > 0 && t("unread", { count: unread })}
        </p>
        {hasEffects && <p className="hint">{t("onlyNew")}</p>}
      </div>
      {links.length > 0 && (
        <>
          {links.length < changed && <p className="hint">{t("first", { count: links.length })}</p>}
          <ol className="rule-preview__links" tabIndex={0} aria-label={t("list")}>
            {links.map((link) => (
              <li key={link.id}>
                <Favicon link={link} />
                <bdi>{titleOfLink(link, ofLinks)}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
