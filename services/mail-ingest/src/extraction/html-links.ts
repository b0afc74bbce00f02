import { Parser } from "htmlparser2";
import { linksInText } from "./text-links.ts";

/** Elements whose text nobody sees. */
const HIDDEN = new Set(["script", "style", "title", "template", "noscript"]);

/** Elements that don't end a word: a URL may go on across them. */
const INLINE = new Set(["a", "abbr", "b", "bdi", "bdo", "big", "code", "em", "font", "i", "kbd", "mark", "s", "samp"]);
for (const name of ["small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr"]) INLINE.add(name);

/**
 * Finds the web links in HTML, in order: what `<a href>` and `<area href>` point to, and addresses written in the text outside
 * of links. One pass over the markup, without building a tree.
 */
export function linksInHtml(html: string): string[] {
  const links: string[] = [];
  let text = "";
  let hidden = 0;
  let inLink = false;
  const flush = (): void => {
    for (const link of linksInText(text)) links.push(link);
    text = "";
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (HIDDEN.has(name)) hidden++;
        if (!INLINE.has(name)) text += "\n";
        if (name !== "a" && name !== "area") return;
        // What browsers do with white space in an address (WHATWG URL, section 4.4).
        const href = (attributes["href"] ?? "")
          .trim()
          .replace(/[\t\r\n]/g, "")
          .replaceAll(" ", "%20");
        if (!/^https?:/i.test(href)) return;
        flush();
        links.push(href);
        inLink = name === "a";
      },
      onclosetag(name) {
        if (HIDDEN.has(name)) hidden--;
        if (!INLINE.has(name)) text += "\n";
        // The text of a link is a name for where it points, and often a shortened one.
        if (name === "a" && inLink) {
          inLink = false;
          text += " ";
        }
      },
      ontext(data) {
        if (hidden === 0 && !inLink) text += data;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  flush();
  return links;
}
