import type { Attributes, Heading } from "./page-facts.ts";

/** Elements whose content belongs to the site and not to the page. */
const SURROUNDINGS: ReadonlySet<string> = new Set(["nav", "footer", "aside", "form", "select", "button", "template"]);

/** Elements that may be hidden, or a notice, a byline or navigation, by their attributes. */
const BY_ATTRIBUTE: ReadonlySet<string> = new Set(["div", "section", "header", "span", "ul", "ol", "dialog", "figure"]);

/** Classes and ids of regions that are not the page's text: requests for consent, bylines, navigation. */
const NO_TEXT: readonly RegExp[] = [
  /(?:^|[-_])cookies?[-_]?(?:banner|bar|box|consent|dialog|disclaimer|hint|hinweis|info|layer|law|message|modal|notice|notification|overlay|policy|popup|wall|warning)/,
  /^(?:cookies?$|onetrust-|ot-sdk|didomi-|usercentrics|cybotcookiebot|qc-cmp|sp_message|cmplz|truste|tarteaucitron|klaro)/,
  /(?:^|[-_])(?:gdpr|dsgvo|consent|privacy[-_](?:banner|notice|overlay|popup))(?:$|[-_])/,
  /(?:^|[-_])(?:byline|author|author[-_](?:bio|box|card|info|name)|dateline|timestamp|(?:post|entry|article)[-_]?meta|credits?)$/,
  /(?:^|[-_])(?:nav|navbar|navigation|breadcrumbs?|masthead|skip-?links?|(?:main|mega|mobile|site|top|user)[-_]?menu)$/,
];

/** Classes that describe the whole body: `has-cookie-notice`. */
const OF_BODY = /^(?:has|is|no|with|js)[-_]/;

const NO_TEXT_ROLES: ReadonlySet<string> = new Set("alertdialog contentinfo dialog menu navigation search".split(" "));

/**
 * A region that is not the page's text: its element, the number of open elements of that name in it, and the place of
 * headings in it.
 */
type ExcludedRegion = { name: string; depth: number; place: Heading["place"] };

/**
 * The context at the reader's position: navigation, an article, hidden text. Tracked by counters instead of a stack of
 * elements: a page can make them wrong, but not slow.
 */
export class PageRegions {
  #surroundings = 0;
  #articles = 0;
  #noscript = 0;
  #footers = 0;
  #buttons = 0;
  #apart: ExcludedRegion | undefined;

  /** Whether this is outside of navigation, forms and the like. */
  get isContent(): boolean {
    return this.#surroundings === 0;
  }

  /** Whether this is the footer of the site, and not that of an article. */
  get isFooter(): boolean {
    return this.#footers > 0 && this.#articles === 0;
  }

  get isArticle(): boolean {
    return this.#articles > 0;
  }

  /** Whether this is for browsers without JavaScript. */
  get isNoscript(): boolean {
    return this.#noscript > 0;
  }

  /** Whether this is visible text of the page. */
  get isText(): boolean {
    return this.isContent && !this.isNoscript && this.#apart === undefined;
  }

  /** Whether this is in a button, whose text is not part of the text around it. */
  get isButton(): boolean {
    return this.#buttons > 0;
  }

  /** The place of a heading here. */
  get place(): Heading["place"] {
    if (!this.isContent) return "aside";
    return this.#apart?.place ?? (this.isArticle ? "article" : "text");
  }

  enter(element: string, attributes: Attributes): void {
    if (SURROUNDINGS.has(element)) this.#surroundings++;
    if (element === "footer") this.#footers++;
    if (element === "noscript") this.#noscript++;
    if (element === "button") this.#buttons++;
    if (element === this.#apart?.name) this.#apart.depth++;
    else if (this.#apart === undefined && BY_ATTRIBUTE.has(element)) this.#apart = this.#apartBy(element, attributes);
    if (element !== "article" && element !== "main" && element !== "body") return;
    // So that an unclosed navigation does not hide the rest of the page.
    this.#surroundings = 0;
    this.#buttons = 0;
    this.#apart = undefined;
    // Content for browsers without JavaScript may contain `article` and `main`, too.
    if (element === "body") this.#noscript = 0;
    else this.#articles++;
  }

  leave(element: string): void {
    if (SURROUNDINGS.has(element) && this.#surroundings > 0) this.#surroundings--;
    if (element === "footer" && this.#footers > 0) this.#footers--;
    if (element === "noscript" && this.#noscript > 0) this.#noscript--;
    if (element === "button" && this.#buttons > 0) this.#buttons--;
    if (element === this.#apart?.name && --this.#apart.depth === 0) this.#apart = undefined;
    if ((element === "article" || element === "main") && this.#articles > 0) this.#articles--;
  }

  #apartBy(name: string, attributes: Attributes): ExcludedRegion | undefined {
    const role = attributes.get("role")?.trim().toLowerCase();
    const place = role === "banner" ? "banner" : name === "header" && this.#articles === 0 ? "header" : undefined;
    if (isHidden(attributes)) return { name, depth: 1, place: "aside" };
    if (place !== undefined) return { name, depth: 1, place };
    return isNoText(role, attributes) ? { name, depth: 1, place: "aside" } : undefined;
  }
}

export function isHidden(attributes: Attributes): boolean {
  if (attributes.size === 0) return false;
  if (attributes.has("hidden") || attributes.get("aria-hidden")?.trim().toLowerCase() === "true") return true;
  return /(?:^|[;\s])(?:display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden)/i.test(
    attributes.get("style") ?? "",
  );
}

/** Whether an element's role, class or id says that it is a notice, a byline or navigation. */
export function isNoText(role: string | undefined, attributes: Attributes): boolean {
  if (role !== undefined && NO_TEXT_ROLES.has(role)) return true;
  if (attributes.get("aria-modal") === "true") return true;
  const names = `${attributes.get("class") ?? ""} ${attributes.get("id") ?? ""}`.toLowerCase().slice(0, 400);
  return names
    .split(/\s+/, 24)
    .some((name) => name !== "" && !OF_BODY.test(name) && NO_TEXT.some((pattern) => pattern.test(name)));
}
