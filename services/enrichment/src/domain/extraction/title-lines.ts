import { BoundedText } from "./bounded-text.ts";
import { INLINE } from "./element-kinds.ts";

/** UTF-16 units above which a line is running text, and those that are read: templates indent their lines. */
const LINE_CHARS = 160;
const READ_CHARS = 480;

/** Lines before and after a title in which pages name author and date. */
const BEFORE = 4;
const AFTER = 12;

/** Long lines after a title with which its text has begun. */
const LONG_LINES = 2;

/** Lines of one page that are kept on either side, for a page can have several titles. */
const LINES = 48;

/** Headings that may be the page's title, or that of something else on it. */
const HEADING = /^h[1-4]$/;

/** UTF-16 units from which a heading that is in `<title>` is the page's title, and headings that are compared with it. */
const HEADING_IN_TITLE = 12;
const HEADINGS_COMPARED = 32;

/** The short lines of text around the titles of a page: where it names its author and date, whatever its classes. */
export class TitleLines {
  /** Those before and after titles. */
  readonly kept: { before: string[]; after: string[] } = { before: [], after: [] };
  #line = new BoundedText(READ_CHARS);
  #before: string[] = [];
  #left = 0;
  #long = 0;
  #isHeading = false;
  #isLinked = false;
  #compared = 0;

  append(source: string, start = 0, end = source.length): void {
    if (!this.#line.overflowed) this.#line.append(source, start, end);
  }

  /** @param isInLink whether the element is a link, or in one */
  enter(element: string, isInLink: boolean): void {
    this.#separate(element);
    if (HEADING.test(element)) {
      this.#isHeading = true;
      this.#isLinked = false;
    }
    this.#isLinked ||= this.#isHeading && isInLink;
  }

  /**
   * The lines of a title begin behind it, and end at the next heading that leads elsewhere.
   * @param title the text of `<title>`
   */
  leave(element: string, title: string): void {
    if (!this.#isHeading || !HEADING.test(element)) return this.#separate(element);
    this.#isHeading = false;
    const heading = this.#take();
    if (element === "h1" || this.#isTitle(heading, title)) this.#begin();
    else if (this.#isLinked) {
      this.#left = 0;
      this.#before = [];
    } else this.#add(heading);
  }

  #separate(element: string): void {
    if (element === "span" || this.#isHeading) this.append(" ");
    else if (!INLINE.has(element)) this.#add(this.#take());
  }

  #take(): string {
    const line = this.#line.value;
    if (line !== "") this.#line = new BoundedText(READ_CHARS);
    return line.replace(/\s+/g, " ").trim();
  }

  #isTitle(heading: string, title: string): boolean {
    if (heading.length < HEADING_IN_TITLE || ++this.#compared > HEADINGS_COMPARED) return false;
    return title.replace(/\s+/g, " ").includes(heading);
  }

  #begin(): void {
    for (const line of this.#before) keep(this.kept.before, line);
    this.#before = [];
    this.#left = AFTER;
    this.#long = 0;
  }

  #add(line: string): void {
    if (line === "") return;
    if (line.length > LINE_CHARS) {
      this.#before = [];
      if (++this.#long >= LONG_LINES) this.#left = 0;
    } else if (this.#left > 0) {
      this.#left--;
      keep(this.kept.after, line);
    } else this.#before = [...this.#before.slice(1 - BEFORE), line];
  }
}

function keep(lines: string[], line: string): void {
  if (lines.length < LINES) lines.push(line);
}
