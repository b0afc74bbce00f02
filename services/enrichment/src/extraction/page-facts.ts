import { Tokenizer } from "htmlparser2";
import {
  ATTRIBUTE_CHARS,
  HEADING_CHARS,
  REPEATED_VALUES,
  STRUCTURED_DATA_BLOCKS,
  STRUCTURED_DATA_CHARS,
} from "../limits.ts";

/** A declared icon, as written. */
export type DeclaredIcon = { href: string; rel: string; type: string; sizes: string; media: string };

/** What a page says about itself, as written: nothing is trimmed, resolved or chosen yet. */
export type PageFacts = {
  language: string;
  baseHref: string;
  title: string;
  heading: string;
  canonicalHref: string;
  imageHref: string;
  icons: DeclaredIcon[];
  /** Contents of `<meta>` by its property, name or itemprop in lower case, in the order of the page. */
  metas: Map<string, string[]>;
  /** Texts of the JSON-LD blocks. */
  structuredData: string[];
};

type Attributes = Map<string, string>;

/** Attributes that are kept; of all other elements and attributes only the names are read. */
const KEPT: ReadonlyMap<string, readonly string[]> = new Map([
  ["html", ["lang", "xml:lang"]],
  ["base", ["href"]],
  ["link", ["rel", "href", "type", "sizes", "media"]],
  ["meta", ["property", "name", "itemprop", "http-equiv", "content"]],
  ["script", ["type"]],
]);

/** Characters of the longest element or attribute name of interest; longer ones aren't even read. */
const NAME_CHARS = 10;

/** Metadata somebody asks for; keeping only these bounds the memory a page can take. */
const METAS: ReadonlySet<string> = new Set([
  "og:title",
  "og:description",
  "og:image",
  "og:image:url",
  "og:image:secure_url",
  "og:site_name",
  "og:url",
  "og:locale",
  "twitter:title",
  "twitter:description",
  "twitter:image",
  "twitter:image:src",
  "description",
  "author",
  "article:author",
  "article:published_time",
  "article:tag",
  "datepublished",
  "date",
  "dc.date",
  "keywords",
  "application-name",
  "content-language",
]);

/** Elements that end a forgotten `<svg>`, as in a browser (HTML standard, section 13.2.6.5). */
const LEAVES_SVG: ReadonlySet<string> = new Set(["body", "div", "h1", "head", "meta", "p"]);

/** Elements whose content is not text to read; `<title>` is none of them. */
const UNREAD: ReadonlySet<string> = new Set(["script", "style", "textarea", "iframe", "noembed", "noframes", "xmp"]);

/**
 * Collects what a page says about itself in one pass over its text, in time linear to its length whatever it holds.
 * Uses the tokenizer of htmlparser2 without its parser: the parser keeps a stack of open elements that takes 23 s for
 * 300,000 unclosed tags, and no fact depends on nesting, except that an `<svg>` has titles of its own.
 */
export function collectFacts(html: string): PageFacts {
  const facts: PageFacts = {
    language: "",
    baseHref: "",
    title: "",
    heading: "",
    canonicalHref: "",
    imageHref: "",
    icons: [],
    metas: new Map(),
    structuredData: [],
  };
  let element = "";
  let kept: readonly string[] = [];
  let attributes: Attributes = new Map();
  let attribute = "";
  let value: BoundedText | undefined;
  let title: BoundedText | undefined;
  let heading: BoundedText | undefined;
  let structuredData: BoundedText | undefined;
  let insideSvg = false;
  let isUnread = false;

  const readName = (start: number, end: number) =>
    end - start > NAME_CHARS ? "" : html.slice(start, end).toLowerCase();
  const textSink = () => structuredData ?? (isUnread ? undefined : (title ?? heading));

  function enterElement(): void {
    if (element === "svg") insideSvg = true;
    else if (LEAVES_SVG.has(element)) insideSvg = false;

    if (UNREAD.has(element)) isUnread = true;
    if (element === "title" && !insideSvg) title = new BoundedText(HEADING_CHARS);
    else if (element === "h1") heading = new BoundedText(HEADING_CHARS);
    else if (element === "br") heading?.append(" ");
    else if (element === "script" && isStructuredData(attributes))
      structuredData = new BoundedText(STRUCTURED_DATA_CHARS);
    else noteElement(facts, element, attributes);
  }

  function leaveElement(name: string): void {
    if (name === "svg") insideSvg = false;
    if (UNREAD.has(name)) isUnread = false;
    if (name === "script") leaveStructuredData();
    if (name === "title") leaveTitle();
    if (name === "h1") leaveHeading();
  }

  function leaveStructuredData(): void {
    const isFull = facts.structuredData.length >= STRUCTURED_DATA_BLOCKS;
    if (structuredData !== undefined && !structuredData.overflowed && !isFull)
      facts.structuredData.push(structuredData.value);
    structuredData = undefined;
  }

  function leaveTitle(): void {
    if (facts.title.trim() === "") facts.title = title?.value ?? "";
    title = undefined;
  }

  function leaveHeading(): void {
    if (facts.heading.trim() === "") facts.heading = heading?.value ?? "";
    heading = undefined;
  }

  const ignore = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        element = readName(start, end);
        kept = KEPT.get(element) ?? [];
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = kept.length === 0 ? "" : readName(start, end);
        value = kept.includes(attribute) && !attributes.has(attribute) ? new BoundedText(ATTRIBUTE_CHARS) : undefined;
      },
      onattribdata: (start, end) => value?.appendSlice(html, start, end),
      onattribentity: (codePoint) => value?.append(String.fromCodePoint(codePoint)),
      onattribend() {
        if (value !== undefined) attributes.set(attribute, value.value);
        value = undefined;
      },
      onopentagend: enterElement,
      onselfclosingtag() {
        // Only in foreign content does the slash close an element.
        if (element !== "svg") enterElement();
      },
      onclosetag: (start, end) => leaveElement(readName(start, end)),
      ontext: (start, end) => textSink()?.appendSlice(html, start, end),
      ontextentity: (codePoint) => textSink()?.append(String.fromCodePoint(codePoint)),
      onend() {
        leaveStructuredData();
        leaveTitle();
        leaveHeading();
      },
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return facts;
}

function isStructuredData(attributes: Attributes): boolean {
  return attributes.get("type")?.trim().toLowerCase().startsWith("application/ld+json") ?? false;
}

function noteElement(facts: PageFacts, element: string, attributes: Attributes): void {
  if (element === "html") facts.language ||= attributes.get("lang") ?? attributes.get("xml:lang") ?? "";
  else if (element === "base") facts.baseHref ||= attributes.get("href") ?? "";
  else if (element === "link") noteLink(facts, attributes);
  else if (element === "meta") noteMeta(facts, attributes);
}

function noteLink(facts: PageFacts, attributes: Attributes): void {
  const href = attributes.get("href") ?? "";
  if (href.trim() === "") return;
  const rel = (attributes.get("rel") ?? "").toLowerCase();
  const rels = rel.split(/\s+/, 8);
  if (rels.includes("canonical")) facts.canonicalHref ||= href;
  if (rels.includes("image_src")) facts.imageHref ||= href;
  if (
    rels.some((name) => name === "icon" || name.startsWith("apple-touch-icon")) &&
    facts.icons.length < REPEATED_VALUES
  ) {
    const { type = "", sizes = "", media = "" } = Object.fromEntries(attributes);
    facts.icons.push({ href, rel, type: type.toLowerCase(), sizes: sizes.toLowerCase(), media: media.toLowerCase() });
  }
}

function noteMeta(facts: PageFacts, attributes: Attributes): void {
  const content = attributes.get("content") ?? "";
  if (content.trim() === "") return;
  for (const key of ["property", "name", "itemprop", "http-equiv"]) {
    const name = attributes.get(key)?.trim().toLowerCase();
    if (name === undefined || !METAS.has(name)) continue;
    const values = facts.metas.get(name) ?? [];
    if (values.length < REPEATED_VALUES) facts.metas.set(name, [...values, content]);
    return;
  }
}

/** Text that stops growing at a limit. */
class BoundedText {
  value = "";
  overflowed = false;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  append(text: string): void {
    if (this.value.length + text.length > this.#limit) this.overflowed = true;
    else this.value += text;
  }

  appendSlice(source: string, start: number, end: number): void {
    const room = this.#limit - this.value.length;
    if (end - start > room) this.overflowed = true;
    this.value += source.slice(start, Math.min(end, start + room));
  }
}
