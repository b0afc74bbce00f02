import { copyOf, extractArticle, parsePage, sanitiseArticle } from "@satchel/archive/test/extraction.ts";
import { readArticleText, type TextTree } from "@satchel/contracts/highlights";
import { Readability } from "@mozilla/readability";
import type { LabelledPage } from "../articles/corpora.ts";

/** The text of a page as the reading view has it, and as another extractor's would be. */
export interface PageTexts {
  readonly own: string;
  readonly other: string;
}

const textOf = (html: string, url: string): string => {
  const clean = sanitiseArticle(html, { url, fileOf: () => undefined });
  return readArticleText(parsePage(`<!doctype html><body>${clean}`).body as unknown as TextTree).text;
};

/** @returns undefined when one of both finds no article */
export function textsOf(page: LabelledPage): PageTexts | undefined {
  const source = page.html();
  const article = extractArticle(source, page.url);
  const other = readability(source);
  if (article === undefined || other === undefined) return undefined;
  return { own: textOf(article.html, page.url), other: textOf(other, page.url) };
}

function readability(source: string): string | undefined {
  try {
    return new Readability(copyOf(parsePage(source)) as never).parse()?.content ?? undefined;
  } catch {
    return undefined;
  }
}
