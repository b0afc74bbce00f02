import { addressWords, sectionsOf } from "./address-words.ts";
import { keyOf, wordsOf } from "./title-key.ts";
import { partsOf, withoutPlace, withoutSite } from "./without-site.ts";

/** A cleaned text that may be the title. */
export type TitleSource = {
  text: string;
  /** Its reliability, 0 to 1.5. */
  weight: number;
  /** Whether it is from the page's head, where sites add their name. */
  isHead: boolean;
  /** Whether it is the text of `<title>`. */
  isDocument?: boolean;
};

export type TitleContext = {
  url: string;
  /** Possible names of the site. */
  siteNames: readonly string[];
  /** Whether this is the site's first page, whose title is the site's. */
  isHome: boolean;
};

/** A text with its forms for comparisons. */
export type ComparedText = {
  text: string;
  key: string;
  /** Its words, with a space before and after each. */
  words: string;
};

type TitleRun = ComparedText & { from: number; to: number };

/** A source without the site's additions, with all runs of its parts; texts outside of the head are not divided. */
export type WeighedSource = TitleSource & ComparedText & { isTrimmed: boolean; runs: TitleRun[]; parts: number };

/** Factor for a heading that is the last part of `<title>`, which is usually the site's name. */
const AT_END_OF_DOCUMENT = 0.6;

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

/** Sources without the site's additions, with weights adjusted to the page's other sources. */
export function weigh(sources: readonly TitleSource[], context: TitleContext): WeighedSource[] {
  const { siteNames } = context;
  const isSite = ({ text }: TitleSource) => siteNames.some((name) => keyOf(name) === keyOf(text));
  const own = sources.map((source) => ownPart(source, sources, context)).filter((source) => !isSite(source));
  const document = own.find(({ isDocument, isTrimmed }) => isDocument === true && !isTrimmed)?.text ?? "";
  const parts = partsOf(document);
  // The last part of the title, likely the site's name, unless that was removed or the part is most of the title.
  const end = parts.length > 1 ? compared(parts.at(-1)?.text ?? "") : undefined;
  const endKey = end === undefined || covers(end, compared(document), MOST_OF) ? undefined : end.key;
  return own.map((source) => {
    const text = compared(source.text);
    const isEnd = !source.isHead && text.key === endKey;
    return { ...source, ...text, weight: source.weight * (isEnd ? AT_END_OF_DOCUMENT : 1), ...runsOf(source) };
  });
}

type OwnPart = TitleSource & { isTrimmed: boolean };

/** A source without the site's additions and without a number of notifications. */
function ownPart(source: TitleSource, all: readonly TitleSource[], { siteNames, url }: TitleContext): OwnPart {
  const counted = source.isHead ? withoutCount(source, all, url) : source.text;
  const text = withoutSections(withoutSite(counted, siteNames), url);
  if (!source.isHead || text !== counted) return { ...source, text, isTrimmed: text !== counted };
  // If a heading has it too, the place belongs to the title.
  const isShown = all.some((other) => !other.isHead && keyOf(other.text) === keyOf(text));
  return { ...source, text: (isShown ? undefined : withoutPlace(text, siteNames)) ?? text, isTrimmed: false };
}

/** Removes a number of notifications, as in `(3) A film`, unless another source or the address has the number too. */
function withoutCount(source: TitleSource, all: readonly TitleSource[], url: string): string {
  const [count, number = ""] = /^\((\d{1,3})\+?\)\s+/.exec(source.text) ?? [];
  if (count === undefined) return source.text;
  const isRepeated = all.some((other) => other !== source && other.text.startsWith(count.trim()));
  return isRepeated || addressWords(url).includes(number) ? source.text : source.text.slice(count.length);
}

/** A title without sections at its beginning or end that are also sections of the address. */
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
