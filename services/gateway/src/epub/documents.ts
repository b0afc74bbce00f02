import { escapeXml } from "../feeds/xml.ts";
import type { Book, BookArticle } from "./book.ts";
import { uriOf } from "./links.ts";
import { made, type Markup, writeMarkup } from "./markup.ts";
import { dayOf, words } from "./words.ts";
import { languageOf } from "./xhtml.ts";

/** The file of an article in the book. @param at its place, from 0 */
export const fileOf = (at: number): string => `article-${at + 1}.xhtml`;

/** For the gaps in e-readers' own styles alone: type, size and margins are their readers' choice. */
export const STYLE = `body { margin: 0 5%; }
img { max-width: 100%; height: auto; }
figure { margin: 1em 0; text-align: center; }
figcaption, .about { font-size: 0.85em; }
pre { white-space: pre-wrap; overflow-wrap: break-word; font-size: 0.85em; }
blockquote { margin: 1em 1.5em; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.2em 0.4em; vertical-align: top; }
.cover { text-align: center; margin-top: 20%; }
.about { margin-bottom: 1.5em; }
`;

interface Page {
  readonly title: string;
  readonly language: string;
  readonly direction?: "ltr" | "rtl";
  readonly body: string;
  readonly type?: string;
}

/** A page as XHTML. @param body XHTML */
const page = ({ title, language, direction = "ltr", body, type }: Page): string => {
  const tag = escapeXml(language);
  const semantics = type === undefined ? "" : ` epub:type="${type}"`;
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${tag}" xml:lang="${tag}" dir="${direction}">
<head>
<title>${escapeXml(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body${semantics}>
${body}
</body>
</html>
`;
};

/** The language of an article for its page: "und" where it is unknown (ISO 639-2). */
export const languageOfArticle = ({ language }: BookArticle): string => languageOf(language) ?? "und";

/** @param body of the article, XHTML */
export function chapter(article: BookArticle, { locale }: Book, body: string): string {
  const { title, byline, site, url, keptAt, direction } = article;
  const uri = uriOf(url);
  const { kept, source } = words[locale];
  const about = [byline, site, kept(dayOf(keptAt, locale))].filter((one) => one !== undefined && one !== "");
  const link: Markup[] = uri === undefined ? [] : [" · ", made("a", { href: uri }, [source])];
  const head = [
    made("h1", {}, [title]),
    made("p", { class: "about", lang: locale, "xml:lang": locale, dir: "ltr" }, [about.join(" · "), ...link]),
  ];
  return page({ title, language: languageOfArticle(article), direction, body: `${writeMarkup(head)}\n${body}` });
}

export function cover({ title, locale, isCut, articles }: Book): string {
  const [first] = articles;
  const { articles: numberOf, isCut: cut, cover: name } = words[locale];
  const isOne = articles.length === 1;
  const about = isOne ? [first?.byline, first?.site] : [numberOf(articles.length)];
  const days = [...new Set(articles.map(({ keptAt }) => dayOf(keptAt, locale)))];
  const lines = [...about, days.length === 1 ? days[0] : undefined, isCut ? cut(articles.length) : undefined];
  const direction = isOne ? (first?.direction ?? "ltr") : "auto";
  const parts = [
    made("h1", { dir: direction }, [title]),
    ...lines.flatMap((line) => (line === undefined || line === "" ? [] : [made("p", {}, [line])])),
    made("p", {}, ["Satchel"]),
  ];
  const body = `<div class="cover">${writeMarkup(parts)}</div>`;
  return page({ title: name, language: locale, body, type: "cover" });
}

/** The table of contents (EPUB 3.2 section 5, "Navigation document"). */
export function navigation({ locale, articles }: Book): string {
  const { contents } = words[locale];
  const items = articles.map((article, at) => {
    const tag = languageOfArticle(article);
    const link = made("a", { href: fileOf(at), lang: tag, "xml:lang": tag, dir: article.direction }, [article.title]);
    return made("li", {}, [link]);
  });
  const body = `<nav epub:type="toc" id="toc">${writeMarkup([made("h1", {}, [contents]), made("ol", {}, items)])}</nav>`;
  return page({ title: contents, language: locale, body });
}
