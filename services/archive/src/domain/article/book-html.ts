import { escapeHtml } from "@satchel/chassis/html";
import { BOOK_NESTING, BOOK_TAGS } from "../limits.ts";

/** Elements that HTML knows as empty: only these may be closed in their own tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/**
 * The chapters of a book as one HTML document, as far as {@link BOOK_TAGS} reach; those that are nested deeper than
 * {@link BOOK_NESTING} are left out. Nothing is sanitised: that is done with the tree of it.
 * @param addressOf the address of a picture in a chapter; undefined where it is not kept
 */
export function bookHtml(
  chapters: readonly { readonly name: string; readonly xhtml: string }[],
  { title, language }: { readonly title: string | undefined; readonly language: string | undefined },
  addressOf: (href: string, chapter: string) => string | undefined,
): string {
  let tags = 0;
  const bodies = chapters.flatMap(({ name, xhtml }) => {
    const chapter = chapterHtml(xhtml, (href) => addressOf(href, name));
    const { count, depth } = measured(chapter);
    tags += count;
    return tags > BOOK_TAGS || depth > BOOK_NESTING ? [] : [chapter];
  });
  const lang = language === undefined ? "" : ` lang="${escapeHtml(language)}"`;
  return `<!doctype html><html${lang}><head><title>${escapeHtml(title ?? "")}</title></head><body>${bodies.join("\n")}</body></html>`;
}

/** The body of a chapter, which is XML, as HTML: an element that is closed in its own tag would stay open in it. */
function chapterHtml(xhtml: string, addressOf: (href: string) => string | undefined): string {
  const begin = /<body\b[^<>]*>/i.exec(xhtml);
  const from = begin === null ? 0 : begin.index + begin[0].length;
  const end = [...xhtml.matchAll(/<\/body\b/gi)].at(-1)?.index ?? -1;
  // A cover is often a drawing that holds one picture.
  const pictured = xhtml.slice(from, end < from ? undefined : end).replace(/<(?:svg:)?image\b([^<>]*)>/gi, "<img$1>");
  return pictured
    .replace(/<!\[CDATA\[|\]\]>|<\?[^<>]*\?>/g, "")
    .replace(/<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi, (tag, name: string, attributes: string) =>
      VOID.test(name) ? tag : `<${name}${attributes}></${name}>`,
    )
    .replace(/<img\b[^<>]*>/gi, (tag) => pictureHtml(tag, addressOf));
}

/** How many tags a chapter has, and how deep its elements are within each other, those that are never closed included. */
function measured(chapter: string): { readonly count: number; readonly depth: number } {
  let count = 0;
  let open = 0;
  let depth = 0;
  for (const [, slash, name = ""] of chapter.matchAll(/<(\/?)([a-z][\w:-]*)/gi)) {
    count++;
    if (slash === "/") open = Math.max(0, open - 1);
    else if (!VOID.test(name)) depth = Math.max(depth, ++open);
  }
  return { count, depth };
}

/** A picture with its address in the copy, or nothing. */
function pictureHtml(tag: string, addressOf: (href: string) => string | undefined): string {
  const value = (name: RegExp): string | undefined => {
    const [, double, single] = name.exec(tag) ?? [];
    return double ?? single;
  };
  const href = value(/\s(?:src|(?:xlink:)?href)\s*=\s*(?:"([^"]*)"|'([^']*)')/i);
  const address = href === undefined ? undefined : addressOf(decoded(href));
  if (address === undefined) return "";
  return `<img src="${address}" alt="${escapeHtml(decoded(value(/\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i) ?? ""))}">`;
}

const decoded = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
