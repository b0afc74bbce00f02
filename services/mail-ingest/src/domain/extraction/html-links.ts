import { HTML_NESTING, withoutFeedScheme } from "@satchel/contracts";
import { Parser } from "htmlparser2";
import { HIDDEN, INLINE } from "./html-elements.ts";
import { endsSubscription, type FoundLink } from "./places.ts";
import { beginsSignature, endsSignature, isProgramFooter } from "./program-footers.ts";
import type { MailKind } from "./subject-prefixes.ts";
import { findInText } from "./text-links.ts";
import { TextPlaces } from "./text-places.ts";

type Mark = "signature" | "quote" | "none";

/** How the common mail programs mark signatures and quotes. A plain `<blockquote>` is only a style, but in an answer. */
function markOf(name: string, attributes: Readonly<Record<string, string>>, kind: MailKind | undefined): Mark {
  const names = ["class", "id", "name", "data-smartmail"].map((one) => attributes[one] ?? "").join(" ");
  if (/(?:^|\s)[\w-]{0,40}signature(?:_?block|section)?(?:\s|$|-)/i.test(names)) return "signature";
  if (name === "blockquote" && (kind === "answer" || /^cite$/i.test(attributes["type"] ?? ""))) return "quote";
  return /(?:^|\s)(?:gmail_quote|protonmail_quote|(?:ydp\w*)?yahoo_quoted|zmail_extra|moz-cite-prefix)(?:\s|$)/i.test(
    names,
  )
    ? "quote"
    : "none";
}

/** What browsers remove from an address (WHATWG URL, section 4.4), and what shows nothing, which comes along where one is copied. */
const NO_PART_OF_ADDRESS = /[\t\r\n\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Finds the web links in HTML, in order: the targets of `<a href>` and `<area href>`, and addresses in the text outside of links.
 * Signatures and footers of mail programs are left out; links in quotes and footers, and those that end subscriptions, are marked. One pass over
 * the markup, without a tree; where elements are nested deeper than {@link HTML_NESTING}, a second pass treats them as a flat list.
 * @param kind of the mail, by its subject
 */
export function linksInHtml(html: string, kind?: MailKind): FoundLink[] {
  try {
    return readHtml(html, kind, Parser, HTML_NESTING);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return readHtml(html, kind, FlatParser, Number.POSITIVE_INFINITY);
  }
}

/** Elements are nested too deep for the parser: its time grows with the square of the depth. */
class TooDeep extends Error {}

/** Treats all elements as empty: quotes and signatures are not recognised then, but no link is lost. */
class FlatParser extends Parser {
  // Their content is no markup, so they can't be nested.
  protected override isVoidElement(name: string): boolean {
    return !/^(?:script|style|title)$/.test(name);
  }
}

/** Characters of a link's text that are read. */
const LABEL_CHARS = 400;

function addToLabel(link: { label: string }, text: string): void {
  if (link.label.length < LABEL_CHARS) link.label += text.slice(0, LABEL_CHARS);
}

function readHtml(html: string, kind: MailKind | undefined, Reader: typeof Parser, nesting: number): FoundLink[] {
  const places = new TextPlaces(kind);
  const links: FoundLink[] = [];
  const marks: Mark[] = [];
  const within = { signature: 0, quote: 0, none: 0 };
  let text = "";
  /** The text before the current place on its line. */
  let before = "";
  let hidden = 0;
  /** Below a line "-- ", as in plain text. */
  let isSigned = false;
  let link: { href: string; before: string; label: string } | undefined;

  const add = (url: string, endsOne = false, words = ""): void => {
    if (within.signature > 0 || (isSigned && within.quote === 0)) return;
    const found = places.found(url, within.quote > 0, endsOne ? "subscription" : undefined);
    links.push(words === "" ? found : { ...found, words });
  };
  const readLine = (line: string): void => {
    if (line.trim() === "") return;
    const isQuoted = within.quote > 0;
    if (places.take(line, isQuoted) || isQuoted || endsSignature(line.trim())) isSigned = false;
    else if (beginsSignature(line.trimStart())) isSigned = true;
  };
  const flush = (): void => {
    const lines = text.split("\n");
    text = "";
    for (const [i, line] of lines.entries()) {
      for (const { url, before: near } of findInText(line)) {
        const begin = before + near;
        if (!isProgramFooter(begin)) add(url, endsSubscription(begin, url));
      }
      if (i < lines.length - 1) readLine(before + line);
      before = i < lines.length - 1 ? "" : (before + line).slice(-400);
    }
  };
  const closeLink = (): void => {
    if (link === undefined) return;
    const { href, before: start, label } = link;
    link = undefined;
    if (!isProgramFooter(start + label)) add(href, endsSubscription(start, label), label);
    before = (start + label).slice(-400);
    // The text of a link is a name for where it points, and often a shortened one.
    text += " ";
  };
  const breakLine = (name: string): void => {
    if (INLINE.has(name)) return;
    text += "\n";
    if (link !== undefined) addToLabel(link, " ");
  };
  const parser = new Reader(
    {
      onopentag(name, attributes) {
        if (HIDDEN.has(name)) hidden++;
        breakLine(name);
        if (name === "img" && hidden === 0 && link !== undefined) addToLabel(link, attributes["alt"] ?? "");
        const mark = markOf(name, attributes, kind);
        if (mark !== "none") flush();
        if (marks.push(mark) > nesting) throw new TooDeep();
        within[mark]++;
        if (name !== "a" && name !== "area") return;
        // A mail has no address of its own that one without a scheme could be read against.
        const href = withoutFeedScheme((attributes["href"] ?? "").replace(NO_PART_OF_ADDRESS, "").trim())
          .replaceAll(" ", "%20")
          .replace(/^\/\/(?=[^/])/, "https://")
          .replace(/^(?=www\.)/i, "http://");
        if (!/^https?:/i.test(href)) return;
        closeLink();
        flush();
        if (name === "area") add(href);
        else link = { href, before, label: "" };
      },
      onclosetag(name) {
        if (HIDDEN.has(name)) hidden--;
        if (name === "a") closeLink();
        breakLine(name);
        const mark = marks.pop() ?? "none";
        if (mark !== "none") flush();
        within[mark]--;
      },
      ontext(data) {
        if (hidden > 0) return;
        if (link === undefined) text += data;
        else addToLabel(link, data);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  closeLink();
  flush();
  return links;
}
