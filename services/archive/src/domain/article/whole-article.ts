import type { Article } from "./article.ts";
import { articleHtml, resolveAddresses } from "./article-html.ts";
import { countWords } from "./count-words.ts";
import { attributeOf, type DomDocument, elementsIn, parsePage, removeElements, textOf } from "./dom.ts";
import { flattenLayoutTables } from "./layout-tables.ts";
import { pageBlocks } from "./page-blocks.ts";

const EXTRACTOR = "satchel-letter-1";

/**
 * The article of a mail, a text or a book: all that its reader sees. They have no navigation beside their text, so nothing is
 * chosen here (decision 89). What is hidden for previews is left out; tables that only arrange become what is in them.
 * @param source decoded HTML
 * @param url of the item
 * @param elements that are read; default all
 * @returns undefined when it has no text
 */
export function wholeArticle(source: string, url: string, elements?: number): Article | undefined {
  const document = parsePage(source, elements);
  flattenLayoutTables(document.root);
  resolveAddresses(document, url);
  removeHidden(document);
  const blocks = pageBlocks(document.body);
  if (blocks.length === 0) return undefined;
  const language = attributeOf(document.root, "lang")?.trim();
  const direction = attributeOf(document.root, "dir") ?? attributeOf(document.body, "dir");
  const title = elementsIn(document.root).find(({ tagName }) => tagName === "title");
  return {
    kind: "article",
    html: articleHtml(document, blocks, new Set(blocks)),
    text: blocks.map(({ text }) => text).join("\n\n"),
    title: (title && textOf(title).trim()) || undefined,
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

/** What is shown in spite of such a style. */
const TALL: ReadonlySet<string> = new Set(["img", "table", "div", "a"]);

function removeHidden({ root }: DomDocument): void {
  const hidden = elementsIn(root).filter((element) => {
    const style = attributeOf(element, "style") ?? "";
    if (attributeOf(element, "hidden") !== undefined || HIDDEN.test(style)) return true;
    return FLAT.test(style) && !elementsIn(element).some(({ tagName }) => TALL.has(tagName));
  });
  removeElements(new Set(hidden));
}
