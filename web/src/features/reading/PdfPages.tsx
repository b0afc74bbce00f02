import type { Article } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import "./pages.css";

/** Pictures of the first pages of a PDF, and the way to the file. */
export function PdfPages({ article }: { article: Article }) {
  const { t } = useTranslation("reading", { keyPrefix: "pages" });
  const { pages, page_count: count } = article;
  return (
    <>
      <ol className="pdf-pages">
        {pages.map(({ url, width, height }, index) => (
          <li key={url}>
            <img
              src={url}
              width={width}
              height={height}
              alt={t("page", { number: index + 1 })}
              loading="lazy"
              decoding="async"
            />
          </li>
        ))}
      </ol>
      <p className="pdf-pages__more hint">
        {count > pages.length && t("first", { count: pages.length, all: count })}{" "}
        <a className="text-link" href={article.open_url} target="_blank" rel="noreferrer">
          {t("file")}
        </a>
      </p>
    </>
  );
}
