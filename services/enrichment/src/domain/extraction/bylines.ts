import { BoundedText } from "./bounded-text.ts";
import { INLINE } from "./element-kinds.ts";
import type { Attributes } from "./page-facts.ts";
import type { PageRegions } from "./page-regions.ts";

/** Authors and bylines of one page that are read: the first may be empty, a label or a date. */
const NAMES = 8;

/** UTF-16 units of a byline that are read; a longer one is a text about the author. */
const BYLINE_CHARS = 240;

/** Bylines within bylines that are read. */
const DEPTH = 3;

/** An open element that names the author; `depth`: the open elements of its name in it. */
type OpenByline = { element: string; depth: number; text: BoundedText; names: string[]; isScope: boolean };

/** Texts of the elements that hold the author's name, inner ones before those around them. */
export class Bylines {
  /** By `rel` or microdata, in the text. */
  readonly marked: string[] = [];
  /** The same beside the text. */
  readonly beside: string[] = [];
  /** By their class. */
  readonly classed: string[] = [];
  #open: OpenByline[] = [];

  /** Whether this is inside of an author of microdata, whose `name` is not the page's. */
  get isAuthor(): boolean {
    return this.#open.some(({ isScope }) => isScope);
  }

  /** Marks count outside of the text too, except in the site's footer, where they name who made the site. */
  enter(element: string, attributes: Attributes, { isContent, isFooter }: PageRegions): void {
    this.#separate(element);
    for (const byline of this.#open) if (byline.element === element) byline.depth++;
    if (isFooter || attributes.size === 0 || this.#open.length >= DEPTH) return;
    const itemprop = attributes.get("itemprop")?.toLowerCase() ?? "";
    const isScope = itemprop !== "" && /(?:^|\s)(?:author|creator)(?:\s|$)/.test(itemprop);
    const isNamed = this.isAuthor && itemprop === "name";
    if (element === "meta" || element === "link") {
      if (isNamed) add(isContent ? this.marked : this.beside, attributes.get("content") ?? "");
      return;
    }
    const isMarked = isScope || isNamed || hasRelAuthor(attributes);
    if (!isMarked && !(isContent && isByline(attributes))) return;
    const names = isMarked ? (isContent ? this.marked : this.beside) : this.classed;
    this.#open.push({ element, depth: 1, text: new BoundedText(BYLINE_CHARS), names, isScope });
  }

  leave(element: string): void {
    if (this.#open.length === 0) return;
    this.#separate(element);
    this.#open = this.#open.filter((byline) => byline.element !== element || --byline.depth > 0 || this.#close(byline));
  }

  append(source: string, start = 0, end = source.length): void {
    // Of white space much may stand around a name.
    const read = Math.min(end, start + 4 * BYLINE_CHARS);
    if (this.#open.length > 0) this.#add(source.slice(start, read).replace(/\s+/g, " "));
  }

  /** Elements that are no part of a line are lines of their own. */
  #separate(element: string): void {
    if (!INLINE.has(element)) this.#add("\n");
  }

  #add(addition: string): void {
    for (const { text } of this.#open) text.append(addition);
  }

  #close({ text, names }: OpenByline): boolean {
    if (!text.overflowed) add(names, text.value);
    return false;
  }
}

function add(names: string[], text: string): void {
  const name = text.replace(/ {2,}/g, " ").trim();
  if (name !== "" && names.length < NAMES) names.push(name);
}

function hasRelAuthor(attributes: Attributes): boolean {
  const rel = attributes.get("rel");
  return rel !== undefined && /(?:^|\s)author(?:\s|$)/i.test(rel);
}

/** Whether an element holds the author's name by its class, also by one that a build has renamed (`Post_authorName__x1`). */
export function isByline(attributes: Attributes): boolean {
  const says = attributes.get("class") ?? "";
  if (!/author|by-?line/i.test(says) || OTHERS.test(says)) return false;
  return /(?:^|[\s_-])(?:by-?line|author|by-?line[_-]name)(?:\s|$)|author[\w-]{0,24}?name/i.test(says.slice(0, 400));
}

/** Authors of something else, and what is no name. */
const OTHERS = /comment|repl(?:y|ies)|review|testimonial|related|avatar/i;
