/** Texts that may be the title, cleaned, in the order in which they are to be believed. */
export type TitleSources = {
  /** What the page declares to be its title: citation, Open Graph, Twitter, JSON-LD. */
  declared: readonly string[];
  /** The text of `<title>`. */
  document: string | undefined;
  heading: string | undefined;
};

export type TitleContext = {
  /** What the site may call itself. */
  siteNames: readonly string[];
  /** Whether this is the site's first page, whose title is the site's. */
  isHome: boolean;
};

/** Titles that say nothing, left by templates and programs. */
const SAYS_NOTHING =
  /^(?:home|home ?page|index|start(?:seite)?|accueil|inicio|p[aá]gina principal|welcome|untitled(?: document| page)?|unbenannt(?:es dokument)?|sans titre|sin t[ií]tulo|document|new page(?: \d+)?|(?:react|vite|next|create next) app|vite \+ \w+(?: \+ ts)?|loading(?:\.{3}|…)?|blog|null|undefined|title|page title|\[object object\]|404|top|ホーム|首页)$/i;

/** What stands between a title and a site's name. */
const SEPARATOR = /\s+(?:[|｜\-–—‒·•∙⋅»›«‹~/:]|::|\\|>|<|\||-{2})\s+/gu;
const SEPARATOR_AT_END = /[\s|｜\-–—·•»«›‹~_:,/]+$/u;
const STRONG_AT_END = /[|｜\-–—·•»«›‹~_:]\s*$/u;

/**
 * The page's title: the first that is declared and says something, in full where it was cut and `<title>` has the rest,
 * without the site's name before or behind it.
 */
export function chooseTitle(sources: TitleSources, context: TitleContext): string | undefined {
  const heading = sources.heading;
  const trimmed = (title: string) => (context.isHome ? title : withoutSite(title, heading, context.siteNames));
  const own = sources.document === undefined ? undefined : trimmed(sources.document);
  const inOrder = [...sources.declared.map(trimmed), own, heading].filter((title) => title !== undefined);
  const isNames = (title: string) => !context.isHome && context.siteNames.some((name) => keyOf(name) === keyOf(title));
  const saying = inOrder.filter((title) => !SAYS_NOTHING.test(title));
  const best = saying.find((title) => !isNames(title)) ?? saying[0] ?? sources.document ?? inOrder[0];
  return best === undefined ? undefined : inFull(best, [own, heading]);
}

/** A title without the name of its site, if that stands at its end or its beginning. */
export function withoutSite(title: string, heading: string | undefined, siteNames: readonly string[]): string {
  const begun = withoutBeginning(title, siteNames);
  // Forums and blogs put their own name in the heading.
  const isOwn = heading !== undefined && !siteNames.some((name) => keyOf(name) === keyOf(heading));
  const byHeading = isOwn ? partLikeHeading(begun, heading) : undefined;
  if (byHeading !== undefined) return byHeading;
  const shorter = withoutEnd(begun, siteNames);
  return keyOf(shorter).length < 2 || SAYS_NOTHING.test(shorter) ? title : shorter;
}

/** The run of parts that the heading repeats: the rest is sections and names. */
function partLikeHeading(title: string, heading: string): string | undefined {
  const key = keyOf(heading);
  if (key.length < 3) return undefined;
  // Chinese and Japanese sites set no spaces around what separates.
  const rest = title.startsWith(heading) ? title.slice(heading.length) : "";
  if (/^\s*[_|｜]/u.test(rest) || (rest.startsWith("-") && /\p{Script=Han}/u.test(heading))) return heading;
  const parts = partsOf(title);
  if (parts.length < 2 || parts.length > 8) return undefined;
  return (
    parts.find((part) => keyOf(part) === key) ?? (keyOf(parts.slice(0, -1).join(" ")) === key ? heading : undefined)
  );
}

function withoutEnd(title: string, siteNames: readonly string[]): string {
  const parts = partsOf(title);
  const last = parts.at(-1) ?? "";
  if (parts.length > 1 && isNameOfSite(last, siteNames)) {
    return title.slice(0, title.length - last.length).replace(SEPARATOR_AT_END, "");
  }
  for (const name of siteNames) {
    // Chinese, Japanese and Korean sites set no spaces around what separates.
    if (name.length < 2 || !title.toLowerCase().endsWith(name.toLowerCase())) continue;
    const rest = title.slice(0, title.length - name.length);
    if (STRONG_AT_END.test(rest)) return rest.replace(SEPARATOR_AT_END, "");
  }
  return title;
}

function withoutBeginning(title: string, siteNames: readonly string[]): string {
  const parts = partsOf(title);
  const [first = ""] = parts;
  if (parts.length > 1 && siteNames.some((name) => keyOf(name) === keyOf(first))) {
    return title.slice(first.length).replace(/^[\s|｜\-–—·•»›:]+/u, "");
  }
  const colon = title.indexOf(": ");
  if (colon > 0 && siteNames.some((name) => keyOf(name) === keyOf(title.slice(0, colon))))
    return title.slice(colon + 2);
  return title;
}

/** Whether a part of a title is the site's name, or begins with it and adds a word or two. */
function isNameOfSite(part: string, siteNames: readonly string[]): boolean {
  const key = keyOf(part);
  const isShort = part.length <= 40 && part.split(/\s+/).length <= 5;
  return siteNames.some((name) => {
    const other = keyOf(name);
    if (other.length < 2) return other === key && key !== "";
    return key === other || (isShort && other.length >= 3 && key.startsWith(other));
  });
}

/** The whole of a title that was cut with dots, where another source has it. */
function inFull(title: string, others: readonly (string | undefined)[]): string {
  const stem = /^(.{12,}?)\s*(?:…|\.{3})$/u.exec(title)?.[1];
  if (stem === undefined) return title;
  const key = keyOf(stem);
  const whole = others.find((other) => other !== undefined && keyOf(other).startsWith(key) && keyOf(other) !== key);
  return whole === undefined || /(?:…|\.{3})$/.test(whole) ? title : whole;
}

function partsOf(title: string): string[] {
  return title.split(SEPARATOR).map((part) => part.trim());
}

/** Letters and digits alone, without accents, case and a leading article: what makes two names the same. */
export function keyOf(text: string): string {
  const bare = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/^the\s+/, "");
  return bare.replace(/[^\p{L}\p{N}]+/gu, "");
}
