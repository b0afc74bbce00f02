import { useTranslation } from "react-i18next";
import type { Heading } from "./ArticleText.tsx";
import { BESIDE } from "./looks.ts";

/** Headings from which on an article has a table of contents. */
const CONTENTS_FROM = 3;

/** The table of contents of a long article: beside the text where there is room, else before it, folded. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTranslation("reading");
  if (headings.length < CONTENTS_FROM) return null;
  return (
    <nav className="reader__contents" aria-label={t("contents")}>
      <details open={window.matchMedia(BESIDE).matches}>
        <summary className="label">{t("contents")}</summary>
        <ol>
          {headings.map(({ id, text, isDeep }) => (
            <li key={id} data-deep={isDeep || undefined}>
              <a href={`#${id}`}>
                <bdi>{text}</bdi>
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
