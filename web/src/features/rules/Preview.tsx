import type { RuleAction, RulePreview } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { Favicon } from "../../links/LinkImages.tsx";
import { titleOfLink } from "../../links/linkText.ts";

interface PreviewProps {
  readonly preview: RulePreview;
  /** Of the rule. */
  readonly actions: readonly RuleAction[];
}

/** What a rule does to new links only, because it could not be undone. */
const ONLY_NEW: ReadonlySet<string> = new Set(["mute", "notify", "send"]);

/** What a rule would change of the links that are there, with the newest of them. */
export function Preview({ preview, actions }: PreviewProps) {
  const { t } = useTranslation("rules", { keyPrefix: "preview" });
  const { t: ofLinks } = useTranslation("links");
  const { changed, unchanged, texts_unread: unread, links } = preview;
  const changesLinks = actions.some(({ kind }) => !ONLY_NEW.has(kind));
  const onlyNew = actions.flatMap(({ kind }) => (ONLY_NEW.has(kind) ? [t(`onlyNew.${kind as "mute"}`)] : []));
  const keep = actions.find((action) => action.kind === "keep");
  const first = changesLinks ? t("changed", { count: changed }) : t("matched", { count: changed + unchanged });
  return (
    <div className="rule-preview">
      <div role="status">
        <p>
          <b>{first}</b> {changesLinks && unchanged > 0 && t("unchanged", { count: unchanged })}{" "}
          {unread > 0 && t("unread", { count: unread })}
        </p>
        {keep !== undefined && changed > 0 && <p className="hint">{t(keep.is_on ? "keeps" : "keepsNot")}</p>}
        {onlyNew.map((sentence) => (
          <p className="hint" key={sentence}>
            {sentence}
          </p>
        ))}
      </div>
      {links.length > 0 && (
        <>
          {links.length < changed && <p className="hint">{t("first", { count: links.length })}</p>}
          <ol className="rule-preview__links" tabIndex={0} aria-label={t("list")}>
            {links.map((link) => (
              <li key={link.id}>
                <Favicon link={link} />
                <bdi className="one-line">{titleOfLink(link, ofLinks)}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
