import { articleBody } from "@satchel/chassis/article-body";
import { escapeHtml } from "@satchel/chassis/html";
import type { DefaultTreeAdapterMap } from "parse5";

type Node = DefaultTreeAdapterMap["childNode"];
type Element = DefaultTreeAdapterMap["element"];

/** An article for a mail. */
interface MailedArticle {
  readonly html: string;
  readonly text: string;
  /** Whether its end is left out. */
  readonly isCut: boolean;
}

/** Characters of the HTML and of the text: with the frame around it they are within what a mail may have. */
const [HTML_CHARS, TEXT_CHARS] = [200_000, 90_000];

/** Characters of a sign that is escaped, at most: `&quot;`. */
const LONGEST_SIGN = 6;

/** Nested elements that are read: more of them say nothing. */
const DEPTH = 200;

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "'SF Mono',Consolas,Menlo,'Courier New',monospace";
const heading = (size: number): string =>
  `margin:28px 0 10px 0;font-size:${size}px;line-height:${Math.round(size * 1.3)}px;font-weight:bold;`;
const QUIET = "background-color:#f5f0ea;border-radius:6px;";

/** Each element that stays, with the class of the layout that gives it dark colours, and its style. */
const STYLES: Readonly<Record<string, readonly [classes: string, style: string]>> = {
  p: ["", "margin:0 0 16px 0;"],
  h1: ["", heading(23)],
  h2: ["", heading(21)],
  h3: ["", heading(19)],
  h4: ["", heading(17)],
  h5: ["", heading(17)],
  h6: ["", heading(17)],
  ul: ["", "margin:0 0 16px 0;padding:0 0 0 24px;"],
  ol: ["", "margin:0 0 16px 0;padding:0 0 0 24px;"],
  li: ["", "margin:0 0 6px 0;"],
  dl: ["", "margin:0 0 16px 0;"],
  dt: ["", "font-weight:bold;"],
  dd: ["", "margin:0 0 8px 0;padding:0 0 0 24px;"],
  blockquote: ["m-line m-ink2", "margin:0 0 16px 0;padding:0 0 0 16px;border-left:3px solid #e3cdb3;color:#574c44;"],
  pre: [
    "m-quiet",
    `margin:0 0 16px 0;padding:12px 14px;${QUIET}font-family:${MONO};font-size:14px;line-height:21px;white-space:pre-wrap;`,
  ],
  code: ["", `font-family:${MONO};font-size:15px;`],
  kbd: ["", `font-family:${MONO};font-size:15px;`],
  figure: ["", "margin:0 0 16px 0;"],
  figcaption: ["m-ink3", `font-family:${SANS};font-size:13px;line-height:19px;color:#6f645b;`],
  table: ["", `margin:0 0 16px 0;border-collapse:collapse;font-family:${SANS};font-size:14px;line-height:20px;`],
  caption: ["m-ink3", "padding:0 0 6px 0;font-size:13px;color:#6f645b;text-align:left;"],
  thead: ["", ""],
  tbody: ["", ""],
  tr: ["", ""],
  th: ["m-line", "padding:6px 8px;border:1px solid #e6dfd8;text-align:left;"],
  td: ["m-line", "padding:6px 8px;border:1px solid #e6dfd8;vertical-align:top;"],
  hr: ["m-line", "margin:24px 0;border:0;border-top:1px solid #e6dfd8;"],
  br: ["", ""],
  em: ["", ""],
  i: ["", ""],
  strong: ["", ""],
  b: ["", ""],
  s: ["", ""],
  u: ["", ""],
  sub: ["", ""],
  sup: ["", ""],
  mark: ["", ""],
};

const BLOCKS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre figure figcaption table div section article hr".split(" "),
);
const LINES = new Set(["li", "dt", "dd", "tr", "caption"]);
const EMPTY = new Set(["br", "hr"]);
const HIDDEN = new Set(["script", "style", "template", "title", "noscript", "iframe", "object", "svg", "math"]);

/**
 * The article of a copy for a mail: the elements that have a meaning as text, with inline styles and without any attribute of
 * theirs but the addresses of links. A picture is replaced by its text, so that nothing is loaded and nothing attached.
 * @param html of the copy, which was sanitised when it was made
 * @param pictureText what stands for a picture
 */
export function articleForMail(html: string, pictureText: (alt: string) => string): MailedArticle {
  const writer = new Writer(pictureText);
  writer.children(articleBody(html).childNodes, 0);
  return writer.result();
}

class Writer {
  private html = "";
  private text = "";
  private isFull = false;
  private preformatted = 0;
  private readonly pictureText: (alt: string) => string;

  constructor(pictureText: (alt: string) => string) {
    this.pictureText = pictureText;
  }

  result(): MailedArticle {
    const text = this.text
      .replaceAll(/(?<![ \t])[ \t]+\n/g, "\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
    return { html: this.html, text, isCut: this.isFull };
  }

  children(nodes: readonly Node[], depth: number): void {
    if (depth > DEPTH) return;
    for (const node of nodes) {
      if (this.html.length > HTML_CHARS || this.text.length > TEXT_CHARS) this.isFull = true;
      if (this.isFull) return;
      if (node.nodeName === "#text") this.write((node as DefaultTreeAdapterMap["textNode"]).value);
      else if ("tagName" in node) this.element(node, depth);
    }
  }

  private write(value: string): void {
    // The text of one element may be longer than all that is sent, and a sign of HTML is six characters when it is escaped.
    const room = Math.min(TEXT_CHARS, Math.max(0, HTML_CHARS - this.html.length));
    const whole = value.toWellFormed();
    const fits = whole.length <= room && escapeHtml(whole).length <= room;
    const shown = fits ? whole : whole.slice(0, Math.floor(room / LONGEST_SIGN)).toWellFormed();
    if (!fits) this.isFull = true;
    this.html += escapeHtml(shown);
    const plain = this.preformatted > 0 ? shown : shown.replaceAll(/\s+/g, " ");
    this.text += this.text.endsWith("\n") && this.preformatted === 0 ? plain.trimStart() : plain;
  }

  private element(element: Element, depth: number): void {
    const { tagName: name } = element;
    if (HIDDEN.has(name)) return;
    if (name === "img") return this.picture(attributeOf(element, "alt"));
    this.breakBefore(name);
    const href = name === "a" ? safeHref(attributeOf(element, "href")) : undefined;
    const tag = href === undefined ? openTag(name, element) : linkTag(href);
    this.html += tag;
    if (name === "pre") this.preformatted++;
    if (!EMPTY.has(name)) this.children(element.childNodes, depth + 1);
    if (name === "pre") this.preformatted--;
    if (tag !== "" && !EMPTY.has(name)) this.html += `</${name}>`;
    if (BLOCKS.has(name)) this.text += "\n\n";
    else if (name === "td" || name === "th") this.text += "  ";
  }

  private picture(alt: string): void {
    const text = alt.trim();
    if (text === "") return;
    this.html += `<span class="m-ink3" style="font-family:${SANS};font-size:13px;color:#6f645b;">${escapeHtml(this.pictureText(text))}</span>`;
    this.text += this.pictureText(text);
  }

  private breakBefore(name: string): void {
    if (BLOCKS.has(name)) this.text += "\n\n";
    else if (name === "br") this.text += "\n";
    else if (LINES.has(name)) this.text += name === "li" ? "\n• " : "\n";
  }
}

function openTag(name: string, element: Element): string {
  const known = STYLES[name];
  if (known === undefined) return "";
  const [classes, style] = known;
  const spans = name === "td" || name === "th" ? spansOf(element) : "";
  return `<${name}${classes === "" ? "" : ` class="${classes}"`}${spans}${style === "" ? "" : ` style="${style}"`}>`;
}

const spansOf = (element: Element): string =>
  ["colspan", "rowspan"]
    .map((name) => [name, attributeOf(element, name)] as const)
    .flatMap(([name, value]) => (/^[1-9]\d?$/.test(value) ? [` ${name}="${value}"`] : []))
    .join("");

const linkTag = (href: string): string =>
  `<a class="m-accent" href="${escapeHtml(href)}" style="color:#7a4318;text-decoration:underline;">`;

/** An address that a click opens elsewhere. Links within the article lead nowhere in a mail. */
const safeHref = (href: string): string | undefined => (/^(?:https?:\/\/|mailto:)\S+$/i.test(href) ? href : undefined);

const attributeOf = ({ attrs }: Element, name: string): string =>
  attrs.find((attribute) => attribute.name === name)?.value ?? "";
