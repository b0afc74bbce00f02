import { isPlaceholder } from "./placeholder-titles.ts";
import { keyOf } from "./title-key.ts";
import { withoutDepartment } from "./without-department.ts";

/** Letters of scripts without spaces around separators. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;

/** Separators of title, section and site's name: with spaces, or without in scripts that have none. */
const SEPARATOR = new RegExp(
  String.raw`\s+(?:[|｜–—‒·•∙⋅»›«‹~/:@-]|::|\\|>|<|-{2})\s+|\s*｜\s*|(?<=[${UNSPACED}])[_|](?=[${UNSPACED}])`,
  "gu",
);
const SEPARATOR_AT_END = /[\s|｜\-–—·•»«›‹~_:,/@]+$/u;
const SEPARATOR_AT_BEGINNING = /^[\s|｜\-–—·•»›:]+/u;
/** The end of what stands before a name. A hyphen within a word is no separator: `Rip-tides` at tides.example. */
const STRONG_AT_END = new RegExp(`(?:[|｜·•»«›‹~_]|[\\s${UNSPACED}][–—:-]|[–—:-]\\s)\\s*$`, "u");

/** Parts above which a title is a list of words. */
const PARTS = 8;

/** A title that ends with the name of a place: `Portal 2 on Steam`, `Signal on the App Store`. */
const AT_PLACE =
  /^(.{2,280}?)\s(on|at|in|auf|bei|im|sur|dans|en|su|op|på|no|na|w)\s+(?:the |dem |der |le |la |l'|el )?(.{3,40})$/iu;

/** Words between a shop's department and its name: `Apps on Google Play`. */
const PREPOSITION = /^.{0,30}\s(?:on|at|auf|bei|sur|en|su|op|på|no|em|in|w|на)\s*$/iu;

/** A part of a title with its offsets. */
type TitlePart = { text: string; start: number; end: number };

/** The parts of a title between its separators; the title alone where it has none, or too many. */
export function partsOf(title: string): TitlePart[] {
  const parts: TitlePart[] = [];
  let start = 0;
  for (const { index, 0: separator } of title.matchAll(SEPARATOR)) {
    if (index > start) parts.push({ text: title.slice(start, index).trim(), start, end: index });
    start = index + separator.length;
  }
  if (start < title.length) parts.push({ text: title.slice(start).trim(), start, end: title.length });
  return parts.length > PARTS ? [{ text: title, start: 0, end: title.length }] : parts;
}

/**
 * A site's name without the slogan beside it: `Tides | Boats for all` at tides.example.
 * @param site the registrable domain
 */
export function withoutSlogan(name: string, site: string): string {
  const [owner = ""] = site.split(".", 1);
  const own = partsOf(name).find(
    ({ text }) => !text.includes(".") && keyOf(owner) !== "" && keyOf(text) === keyOf(owner),
  );
  return (own?.text ?? name).replace(SEPARATOR_AT_END, "") || name;
}

/** A title without its site's name at the end or the beginning. */
export function withoutSite(title: string, siteNames: readonly string[]): string {
  const shorter = withoutDepartment(title, siteNames) ?? withoutEnd(withoutBeginning(title, siteNames), siteNames);
  return shorter === "" || isPlaceholder(shorter) ? title : shorter;
}

/** A title without the place at its end, if the place is the site; undefined otherwise. */
export function withoutPlace(title: string, siteNames: readonly string[]): string | undefined {
  const [, rest, preposition = "", place = ""] = AT_PLACE.exec(title) ?? [];
  const key = keyOf(place);
  // `on Steam` matches steampowered.com, but `at home` must not match homedepot.com.
  const isShort = (name: string) => preposition === "on" && key.length >= 4 && keyOf(name).startsWith(key);
  // `in Hamburg` at hamburg.de is no site's name: after most prepositions only a name of several words counts.
  const isSure = /^(?:on|auf|bei|sur|su|på)$/i.test(preposition) || place.includes(" ");
  const isSite = siteNames.some((name) => (isSure && keyOf(name) === key) || isShort(name));
  return key.length >= 3 && isSite ? rest?.trim() : undefined;
}

function withoutEnd(title: string, siteNames: readonly string[]): string {
  const parts = partsOf(title.replace(SEPARATOR_AT_END, ""));
  // The platform's name may follow the site's: `Yoda | Wookieepedia | Fandom`.
  const named = parts.find(({ text }, at) => at > 0 && siteNames.some((name) => keyOf(name) === keyOf(text)));
  if (named !== undefined) return title.slice(0, named.start).replace(SEPARATOR_AT_END, "");
  const last = parts.at(-1);
  if (parts.length > 1 && last !== undefined && isNameOfSite(last.text, siteNames)) {
    return title.slice(0, last.start).replace(SEPARATOR_AT_END, "");
  }
  for (const name of siteNames) {
    // Chinese, Japanese and Korean titles have no spaces around separators.
    if (name.length < 2 || !title.toLowerCase().endsWith(name.toLowerCase())) continue;
    const rest = title.slice(0, title.length - name.length);
    if (STRONG_AT_END.test(rest)) return rest.replace(SEPARATOR_AT_END, "");
  }
  return title;
}

function withoutBeginning(title: string, siteNames: readonly string[]): string {
  const parts = partsOf(title);
  const [first, second] = parts;
  if (first !== undefined && second !== undefined && siteNames.some((name) => keyOf(name) === keyOf(first.text))) {
    return title.slice(second.start).replace(SEPARATOR_AT_BEGINNING, "");
  }
  const colon = title.indexOf(": ");
  if (colon > 0 && siteNames.some((name) => keyOf(name) === keyOf(title.slice(0, colon))))
    return title.slice(colon + 2).trim();
  return title;
}

/**
 * Whether a part of a title is the site's name, begins with it and adds a word or two, or names a department of it
 * (`Apps on Google Play`).
 */
function isNameOfSite(part: string, siteNames: readonly string[]): boolean {
  const key = keyOf(part);
  const isShort = part.length <= 40 && part.split(/\s+/, 6).length <= 5;
  return siteNames.some((name) => {
    const other = keyOf(name);
    if (key === other) return key !== "";
    if (!isShort || other.length < 3) return false;
    // `BBC` for `BBC News` and `BBC News Online`; `The New York Times` for `nytimes`.
    if (key.startsWith(other) || name.toLowerCase().startsWith(`${part.toLowerCase()} `)) return true;
    if (isSpelledBy(part, name)) return true;
    return part.toLowerCase().endsWith(name.toLowerCase()) && PREPOSITION.test(part.slice(0, -name.length));
  });
}

/** Articles, which host names omit. */
const ARTICLES: ReadonlySet<string> = new Set("the der die das le la les el los il lo o os de het".split(" "));

/** Words of a name that is compared with a host's; more are a sentence. */
const NAME_WORDS = 5;

/** Whether a host's name consists of the beginnings of a name's words: `nytimes` for The New York Times, `faz`. */
function isSpelledBy(part: string, host: string): boolean {
  if (!/^[a-z]{3,24}$/.test(host)) return false;
  const latin = part.toLowerCase().replace(/[äöü]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? letter);
  const words = latin
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  if (words.length < 2 || words.length > NAME_WORDS) return false;
  let ends = new Set([0]);
  for (const word of words) {
    const next = new Set(ARTICLES.has(word) ? ends : []);
    for (const from of ends) {
      for (let length = 1; length <= word.length && host.startsWith(word.slice(0, length), from); length++) {
        next.add(from + length);
      }
    }
    ends = next;
  }
  return ends.has(host.length);
}
