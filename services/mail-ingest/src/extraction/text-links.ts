import { createRequire } from "node:module";
import LinkifyIt from "linkify-it";

// The list is a JSON file, which Node 20 imports only with a warning.
const tlds = createRequire(import.meta.url)("tlds") as string[];
const linkify = new LinkifyIt().tlds(tlds);

/**
 * Finds the web links in plain text, in order. `http://` and `https://` always count. Without them only `www.…`, a host with a
 * path, or a host alone on its line does: "Thanks.So" in a sentence is no link although `.so` is a domain.
 */
export function linksInText(text: string): string[] {
  // Some programs escape the ampersands of a URL in plain text too.
  const plain = text.replaceAll("&amp;", "&");
  const links: string[] = [];
  for (const match of linkify.match(plain) ?? []) {
    // The end of the sentence, as in "https://example.com/a?!", is not the end of the address.
    if (/^https?:$/i.test(match.schema)) links.push(match.url.replace(/[?!.,;:]+$/, ""));
    else if (match.schema === "" && isMeant(plain, match.index, match.lastIndex)) links.push(match.url);
  }
  return links;
}

function isMeant(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end);
  if (/^www\./i.test(found) || found.includes("/")) return true;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", end);
  return text.slice(lineStart, newline === -1 ? text.length : newline).trim() === found;
}
