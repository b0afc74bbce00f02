import { Tokenizer } from "htmlparser2";
import {
  ATTRIBUTE_CHARS,
  HEADING_CHARS,
  HEADINGS,
  PARAGRAPH_CHARS,
  REPEATED_VALUES,
  STRUCTURED_DATA_BLOCKS,
  STRUCTURED_DATA_CHARS,
} from "../limits.ts";
import { BoundedText } from "./bounded-text.ts";
import { Bylines, isByline } from "./bylines.ts";
import { ENDS_PARAGRAPH, INLINE, LEAVES_SVG, UNREAD } from "./element-kinds.ts";
import { KEPT, NAME_CHARS, noteElement } from "./noted-elements.ts";
import type { Attributes, PageFacts } from "./page-facts.ts";
import { isHidden, isNoText, PageRegions } from "./page-regions.ts";
import { isSummary } from "./summary-text.ts";
import { TitleLines } from "./title-lines.ts";
import { WordCounter } from "./word-count.ts";

/**
 * Collects the facts of a page in one pass, in time linear to its length whatever it contains. Uses the tokenizer of
 * htmlparser2 without its parser, whose stack of open elements takes 23 s for 300,000 unclosed tags. Nesting is tracked by
 * counters only: a page can make them wrong, but not slow.
 * @param isXml whether the page is XHTML, in which CDATA sections are text, and elements may close themselves
 */
export function collectFacts(html: string, isXml = false): PageFacts {
  const reader = new FactsReader(html, isXml);
  const tokenizer = new Tokenizer({ recognizeSelfClosing: isXml }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.facts;
}

const NO_ATTRIBUTES: Attributes = new Map();

type Sink = { name: string; text: BoundedText; done: (text: BoundedText) => void };

class FactsReader {
  readonly #length = { all: new WordCounter(), text: new WordCounter(), article: new WordCounter() };
  readonly #bylines = new Bylines();
  readonly #lines = new TitleLines();
  readonly facts: PageFacts = {
    language: "",
    baseHref: "",
    title: "",
    headings: [],
    paragraph: "",
    canonicalHref: "",
    manifestHref: "",
    oembedHref: "",
    feedHref: "",
    imageHref: "",
    icons: [],
    images: [],
    contentImages: [],
    metas: new Map(),
    tagLinks: [],
    bylines: this.#bylines,
    lines: this.#lines.kept,
    publishedTime: "",
    articleTime: "",
    structuredData: [],
    length: this.#length,
    asksForPassword: false,
  };
  readonly #html: string;
  #element = "";
  /** Names of the open element's attributes that are read; undefined: none. */
  #kept: readonly string[] | undefined;
  #attributes: Attributes = NO_ATTRIBUTES;
  #attribute = "";
  #value: BoundedText | undefined;
  /** Open collectors of text, at most one for each kind: title, heading, paragraph, link. */
  #sinks: Sink[] = [];
  #insideSvg = false;
  #unread = "";
  readonly #regions = new PageRegions();
  /** Address of the first link in the open heading. */
  #headingHref = "";
  #isInLink = false;
  #isInPicture = false;
  /** The first `srcset` of the sources in the open `<picture>`, which come before its `<img>`. */
  #pictureSources = "";
  /** UTF-16 units of the open paragraph that are links. */
  #linkLength = 0;
  /** Whether the chosen paragraph is an article's. */
  #isArticleParagraph = false;

  readonly #isXml: boolean;

  constructor(html: string, isXml: boolean) {
    this.#html = html;
    this.#isXml = isXml;
  }

  onopentagname(start: number, end: number): void {
    this.#element = this.#name(start, end);
    this.#kept = KEPT.get(this.#element);
    this.#attributes = this.#kept === undefined ? NO_ATTRIBUTES : new Map();
  }

  onattribname(start: number, end: number): void {
    if (this.#kept === undefined) return;
    this.#attribute = this.#name(start, end);
    const isWanted = this.#kept.includes(this.#attribute) && !this.#attributes.has(this.#attribute);
    this.#value = isWanted ? new BoundedText(ATTRIBUTE_CHARS) : undefined;
  }

  onattribdata(start: number, end: number): void {
    this.#value?.append(this.#html, start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value?.append(String.fromCodePoint(codePoint));
  }

  onattribend(): void {
    if (this.#value !== undefined) this.#attributes.set(this.#attribute, this.#value.value);
    this.#value = undefined;
  }

  onopentagend(): void {
    const element = this.#element;
    if (element === "picture") this.#openPicture(true);
    if (element === "svg") this.#insideSvg = true;
    else if (LEAVES_SVG.has(element)) this.#insideSvg = false;
    if (UNREAD.has(element)) this.#unread = element;
    this.#regions.enter(element, this.#attributes);
    if (!INLINE.has(element)) this.#endWords();
    if (this.#regions.isContent) this.#lines.enter(element, this.#isInLink || element === "a");
    this.#bylines.enter(element, this.#attributes, this.#regions);
    if (ENDS_PARAGRAPH.has(element)) this.#leave("p");
    if (element === "br") for (const sink of this.#sinks) sink.text.append(" ");
    this.#openSink(element);
    if (this.#kept === undefined || (element === "meta" && this.#bylines.isAuthor)) return;
    if (element === "time" && this.#regions.isContent)
      this.#lines.append(` ${this.#attributes.get("datetime") ?? ""} `);
    noteElement(this.facts, element, this.#attributes, {
      isContent: this.#regions.isContent,
      isArticle: this.#regions.isArticle,
      isNoscript: this.#regions.isNoscript,
      sources: this.#pictureSources,
    });
    if (element === "source" && this.#isInPicture) this.#pictureSources ||= this.#attributes.get("srcset") ?? "";
  }

  onselfclosingtag(): void {
    // In HTML itself the slash does not close an element.
    const closes = this.#isXml || this.#element === "svg";
    this.onopentagend();
    if (closes) this.#close(this.#element);
  }

  onclosetag(start: number, end: number): void {
    this.#close(this.#name(start, end));
  }

  #close(name: string): void {
    if (name === "a") this.#isInLink = false;
    if (name === "picture") this.#openPicture(false);
    if (name === "svg") this.#insideSvg = false;
    if (name === this.#unread) this.#unread = "";
    this.#regions.leave(name);
    if (!INLINE.has(name)) this.#endWords();
    if (this.#regions.isContent) this.#lines.leave(name, this.facts.title);
    this.#bylines.leave(name);
    this.#leave(name);
  }

  ontext(start: number, end: number): void {
    if (this.#unread === "") {
      if (!this.#regions.isButton) for (const sink of this.#sinks) sink.text.append(this.#html, start, end);
      if (this.#isInLink) this.#linkLength += end - start;
      this.#addText(this.#html, start, end);
    } else if (this.#unread === "script") {
      this.#sinks.find(({ name }) => name === "script")?.text.append(this.#html, start, end);
    }
  }

  ontextentity(codePoint: number): void {
    if (this.#unread !== "") return;
    const text = String.fromCodePoint(codePoint);
    for (const sink of this.#sinks) sink.text.append(text);
    this.#addText(text, 0, text.length);
  }

  onend(): void {
    for (const name of this.#sinks.map((sink) => sink.name)) this.#leave(name);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#isXml) this.ontext(start, end - endOffset);
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #name(start: number, end: number): string {
    return end - start > NAME_CHARS ? "" : this.#html.slice(start, end).toLowerCase();
  }

  #openPicture(isOpen: boolean): void {
    this.#isInPicture = isOpen;
    this.#pictureSources = "";
  }

  #openSink(element: string): void {
    const { facts } = this;
    if (element === "title" && !this.#insideSvg && !this.#regions.isNoscript && facts.title.trim() === "") {
      this.#collect(element, HEADING_CHARS, ({ value }) => (facts.title = value.replace(/<!\[CDATA\[|\]\]>/g, "")));
    } else if (element === "h1" && facts.headings.length < HEADINGS && !this.#regions.isNoscript) {
      this.#openHeading();
    } else if (element === "p" && this.#isParagraphWanted()) {
      this.#openParagraph();
    } else if (element === "a") {
      this.#openLink();
    } else if (element === "script" && isStructuredData(this.#attributes)) {
      this.#collect(element, STRUCTURED_DATA_CHARS, (text) => {
        const isFull = facts.structuredData.length >= STRUCTURED_DATA_BLOCKS;
        if (!text.overflowed && !isFull) facts.structuredData.push(text.value);
      });
    }
  }

  #openHeading(): void {
    const place = isHidden(this.#attributes) ? "aside" : this.#regions.place;
    this.#headingHref = "";
    this.#collect("h1", HEADING_CHARS, ({ value }) => {
      if (value.trim() !== "") this.facts.headings.push({ text: value, place, href: this.#headingHref });
    });
  }

  #isParagraphWanted(): boolean {
    const isBetter = this.#regions.isArticle && !this.#isArticleParagraph;
    if (this.facts.paragraph !== "" && !isBetter) return false;
    const attributes = this.#attributes;
    return this.#regions.isText && !isByline(attributes) && !isHidden(attributes) && !isNoText(undefined, attributes);
  }

  #openParagraph(): void {
    const { facts } = this;
    const { isArticle } = this.#regions;
    this.#linkLength = 0;
    this.#collect("p", PARAGRAPH_CHARS, ({ value }) => {
      if (!isSummary(value, this.#linkLength)) return;
      facts.paragraph = value;
      this.#isArticleParagraph = isArticle;
    });
  }

  #openLink(): void {
    const { facts } = this;
    this.#isInLink = true;
    if (this.#sinks.some(({ name }) => name === "h1")) this.#headingHref ||= this.#attributes.get("href") ?? "";
    if (!this.#regions.isContent) return;
    const rels = (this.#attributes.get("rel") ?? "").toLowerCase().split(/\s+/, 8);
    const classes = (this.#attributes.get("class") ?? "").toLowerCase().split(/\s+/, 16);
    if (rels.includes("tag") || classes.includes("topic-tag") || classes.includes("hashtag")) {
      this.#collect("a", HEADING_CHARS, ({ value }) => {
        if (facts.tagLinks.length < REPEATED_VALUES) facts.tagLinks.push(value);
      });
    }
  }

  #collect(name: string, limit: number, done: (text: BoundedText) => void): void {
    this.#leave(name);
    this.#sinks.push({ name, text: new BoundedText(limit), done });
  }

  #leave(name: string): void {
    const sink = this.#sinks.find((open) => open.name === name);
    if (sink === undefined) return;
    this.#sinks = this.#sinks.filter((open) => open !== sink);
    sink.done(sink.text);
  }

  /** Adds text outside of `<title>` to what is counted, and to what may name author and date. */
  #addText(source: string, start: number, end: number): void {
    if (this.#sinks.some(({ name }) => name === "title")) return;
    const { all, text, article } = this.#length;
    all.add(source, start, end);
    this.#bylines.append(source, start, end);
    if (!this.#regions.isContent) return;
    text.add(source, start, end);
    this.#lines.append(source, start, end);
    if (this.#regions.isArticle) article.add(source, start, end);
  }

  #endWords(): void {
    for (const counter of Object.values(this.#length)) counter.endWord();
  }
}

function isStructuredData(attributes: Attributes): boolean {
  return attributes.get("type")?.trim().toLowerCase().startsWith("application/ld+json") ?? false;
}
