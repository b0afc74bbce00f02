import type { Article } from "./article.ts";
import { articleHtml, resolveAddresses } from "./article-html.ts";
import { countWords } from "./count-words.ts";
import { type DomDocument, type DomElement, parsePage } from "./dom.ts";
import { flattenLayoutTables } from "./layout-tables.ts";
import { pageBlocks } from "./page-blocks.ts";

const EXTRACTOR = "satchel-letter-1";

/**
 * The article of a mail: all that its reader sees. A mail has no navigation beside its text, and its sender chose each word
 * for this reader, so nothing is chosen here (decision 89). What is hidden for previews is left out; tables that only
 * arrange become what is in them.
 * @param source decoded HTML
 * @param url of the mail
 * @param elements that are read; default all
 * @returns undefined when it has no text
 */
export function letterArticle(source: string, url: string, elements?: number): Article | undefined {
  const document = parsePage(source, flattenLayoutTables, elements);
  resolveAddresses(document, url);
  removeHidden(document);
  const blocks = pageBlocks(document.body);
  if (blocks.length === 0) return undefined;
  const language = document.documentElement.getAttribute("lang")?.trim();
  const direction = document.documentElement.getAttribute("dir") ?? document.body.getAttribute("dir");
  return {
    kind: "article",
    html: articleHtml(document, blocks, new Set(blocks)),
    text: blocks.map(({ text }) => text).join("\n\n"),
    title: document.querySelector("title")?.textContent?.trim() || undefined,
    byline: undefined,
    language: language === "" ? undefined : language,
    direction: direction?.toLowerCase() === "rtl" ? "rtl" : "ltr",
    words: countWords(blocks),
    quality: 1,
    extractor: EXTRACTOR,
  };
}

/** How mails hide what only the lists of mails show, or only other screens. */
const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;

/** Without height it is hidden as well; but such a style also closes gaps around pictures. */
const FLAT = /(?:^|[;\s])(?:max-height|font-size)\s*:\s*0(?:px|pt)?\s*(?:[;!]|$)/i;

function removeHidden(document: DomDocument): void {
  const hidden: DomElement[] = [];
  for (const element of document.querySelectorAll("[style], [hidden]")) {
    const style = element.getAttribute("style") ?? "";
    const isHidden = element.hasAttribute("hidden") || HIDDEN.test(style);
    if (isHidden || (FLAT.test(style) && element.querySelector("img, table, div, a") === null)) hidden.push(element);
  }
  for (const element of hidden) element.remove();
}
