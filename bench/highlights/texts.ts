import {
  extractArticle,
  parsePage,
  readabilityOf,
  sanitiseArticle,
  textTreeOf,
} from "@satchel/archive/test/extraction.ts";
import { readArticleText } from "@satchel/contracts/highlights";
import type { LabelledPage } from "../articles/corpora.ts";

/** The text of a page as the reading view has it, and as another extractor's would be. */
interface PageTexts {
  readonly own: string;
  readonly other: string;
}

const textOf = (html: string, url: string): string => {
  const clean = sanitiseArticle(html, { url, fileOf: () => undefined });
  return readArticleText(textTreeOf(clean)).text;
};

/** @returns undefined when one of both finds no article */
export function textsOf(page: LabelledPage): PageTexts | undefined {
  const source = page.html();
  const article = extractArticle(source, page.url);
  const other = readabilityOf(parsePage(source))?.content;
  if (article === undefined || typeof other !== "string") return undefined;
  return { own: textOf(article.html, page.url), other: textOf(other, page.url) };
}
