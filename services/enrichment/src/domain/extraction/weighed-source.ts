import { addressWords, sectionsOf } from "./address-words.ts";
import { keyOf, wordsOf } from "./title-key.ts";
import { partsOf, withoutPlace, withoutSite } from "./without-site.ts";

/** A text that may be the title, cleaned. */
export type TitleSource = {
  text: string;
  /** How much it is to be believed, 0 to 1.5. */
  weight: number;
  /** Whether it is written into the page's head for programs, where sites add their name. */
  isHead: boolean;
  /** Whether it is the text of `<title>`. */
  isDocument?: boolean;
};

export type TitleContext = {
  url: string;
  /** What the site may call itself. */
  siteNames: readonly string[];
  /** Whether this is the site's first page, whose title is the site's. */
  isHome: boolean;
};

/** A text in the forms in which texts are compared. */
export type ComparedText = {
  text: string;
  key: string;
  /** Its words, a space before and behind each. */
  words: string;
};

type TitleRun = ComparedText & { from: number; to: number };

/** A source without what its site adds, with all runs of its parts; texts outside of the head are not divided. */
export type WeighedSource = TitleSource & ComparedText & { isTrimmed: boolean; runs: TitleRun[]; parts: number };

/** What is left of a heading that is the last part of `<title>`, where sites put their name. */
const AT_END_OF_DOCUMENT = 0.6;

/** What is left of a text that is a section in the address. */
const SECTION = 0.4;

export function compared(text: string): ComparedText {
  return { text, key: keyOf(text), words: ` ${wordsOf(text).join(" ")} ` };
}

/** Shares of a text from which a part is half of it, or most of it. */
export const HALF_OF = 0.5;
export const MOST_OF = 0.75;

/** Whether a part of a text is this share of it or more. */
export function covers(part: ComparedText, whole: ComparedText, share: number): boolean {
  return part.key.length >= whole.key.length * share;
}

/** Sources without what their site adds, and with the weight that they have beside the page's others. */
export function weigh(sources: readonly TitleSource[], context: TitleContext): WeighedSource[] {
  const { siteNames, url } = context;
  const isSite = ({ text }: TitleSource) => siteNames.some((name) => keyOf(name) === keyOf(text));
  const own = sources.map((source) => ownPart(source, sources, context)).filter((source) => !isSite(source));
  const document = own.find(({ isDocument, isTrimmed }) => isDocument === true && !isTrimmed)?.text ?? "";
  const parts = partsOf(document);
  // The site's name, if it was not found and taken away, and if it is no more than an ending.
  const end = parts.length > 1 ? compared(parts.at(-1)?.text ?? "") : undefined;
  const endKey = end === undefined || covers(end, compared(document), MOST_OF) ? undefined : end.key;
  const sections = sectionsOf(url);
  return own.map((source) => {
    const key = keyOf(source.text);
    const isEnd = !source.isHead && key === endKey;
    const weight = source.weight * (sections.includes(key) ? SECTION : 1) * (isEnd ? AT_END_OF_DOCUMENT : 1);
    return { ...source, ...compared(source.text), weight, ...runsOf(source) };
  });
}

type OwnPart = TitleSource & { isTrimmed: boolean };

/** A source without what the site puts around each of its titles, and without a number of notifications. */
function ownPart(source: TitleSource, all: readonly TitleSource[], { siteNames, url }: TitleContext): OwnPart {
  const counted = source.isHead ? withoutCount(source, all, url) : source.text;
  const text = withoutSections(withoutSite(counted, siteNames), url);
  if (!source.isHead || text !== counted) return { ...source, text, isTrimmed: text !== counted };
  // A heading says that the place belongs to the title.
  const isShown = all.some((other) => !other.isHead && keyOf(other.text) === keyOf(text));
  return { ...source, text: (isShown ? undefined : withoutPlace(text, siteNames)) ?? text, isTrimmed: false };
}

/** `(3) A film` is a film with three notifications, unless another source or the address has the number too. */
function withoutCount(source: TitleSource, all: readonly TitleSource[], url: string): string {
  const [count, number = ""] = /^\((\d{1,3})\+?\)\s+/.exec(source.text) ?? [];
  if (count === undefined) return source.text;
  const isRepeated = all.some((other) => other !== source && other.text.startsWith(count.trim()));
  return isRepeated || addressWords(url).includes(number) ? source.text : source.text.slice(count.length);
}

/** A title without sections at its beginning or end that the address names too, before its own words. */
function withoutSections(title: string, url: string): string {
  const sections = sectionsOf(url);
  const parts = sections.length === 0 ? [] : partsOf(title);
  const isOwn = parts.map(({ text }) => !sections.includes(keyOf(text)));
  const [first, last] = [parts[isOwn.indexOf(true)], parts[isOwn.lastIndexOf(true)]];
  return first === undefined || last === undefined ? title : title.slice(first.start, last.end).trim();
}

function runsOf({ text, isHead }: TitleSource): { runs: TitleRun[]; parts: number } {
  const parts = isHead ? partsOf(text) : [];
  const runs = parts.flatMap(({ start }, from) =>
    parts.slice(from).map(({ end }, more) => ({ ...compared(text.slice(start, end).trim()), from, to: from + more })),
  );
  return { runs, parts: parts.length };
}
