import { type Link, parseUrl } from "@satchel/contracts";

/** Suggestions for one search in the address bar; browsers show few more. */
export const SUGGESTIONS = 6;

/** One line below the address bar. `content` is what is opened. */
export interface Suggestion {
  readonly content: string;
  readonly description: string;
}

/** Escapes a text for Chrome's descriptions, which are XML with the elements `match`, `url` and `dim`. */
export function escapeXml(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  // Characters that XML can't hold (XML 1.0 section 2.2) would make Chrome drop all suggestions.
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, " ");
  return clean.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** Found links as suggestions, web addresses only. @param marksUp whether descriptions are XML (Chrome) or text */
export function suggestionsOf(links: readonly Link[], marksUp: boolean): Suggestion[] {
  return links
    .filter(({ url }) => isWebAddress(url))
    .map(({ url, title, match }) => {
      const name = title ?? url;
      if (!marksUp) return { content: url, description: title === null ? url : `${name} · ${url}` };
      const pieces = match?.title ?? [{ text: name, found: false }];
      const marked = pieces.map(({ text, found }) => (found ? `<match>${escapeXml(text)}</match>` : escapeXml(text)));
      return { content: url, description: `${marked.join("")} <dim>·</dim> <url>${escapeXml(url)}</url>` };
    });
}

/** The address that Enter opens: the chosen link, else the archive's search page. */
export const destinationOf = (entered: string, offered: readonly Link[], server: string): string =>
  offered.find(({ url }) => url === entered && isWebAddress(url))?.url ??
  `${server}/links?${new URLSearchParams({ q: entered })}`;

const isWebAddress = (url: string): boolean => /^https?:$/.test(parseUrl(url)?.protocol ?? "");
