import { HEADINGS, TITLE_CHARS } from "../limits.ts";
import { cleanText } from "./clean-text.ts";
import type { Heading, PageFacts } from "./page-facts.ts";
import { plainTitle } from "./plain-text.ts";
import { withoutProgram } from "./site-rules.ts";
import type { StructuredData } from "./structured-data.ts";
import { keyOf } from "./title-key.ts";
import type { TitleSource } from "./weighed-source.ts";

/** Metadata of the head that holds a page's title, with how much it is believed: scholarly pages are the most exact. */
const METAS: readonly (readonly [name: string, weight: number])[] = [
  ["citation_title", 1.5],
  ["og:title", 1],
  ["twitter:title", 0.95],
  ["dc.title", 0.85],
  ["dcterms.title", 0.85],
  ["parsely-title", 0.85],
  ["sailthru.title", 0.85],
  ["title", 0.8],
  // Microdata of the whole page and of what it mentions, without a difference.
  ["headline", 0.4],
  ["name", 0.4],
];

const DATA_WEIGHT = 0.9;
/** Of JSON-LD that may be about another thing. */
const UNSURE_WEIGHT = 0.3;
const DOCUMENT_WEIGHT = 0.85;
const HEADING_WEIGHTS: Readonly<Record<Heading["place"], number>> = {
  article: 0.82,
  text: 0.78,
  header: 0.6,
  banner: 0.4,
  aside: 0.25,
};

/** What manuals put behind a heading, as a link to it. */
const LINK_TO_ITSELF = /\s*[¶🔗]\s*$/u;

/** What is left of a heading that is not the first in its place. */
const FURTHER_HEADING = 0.75;

/** What is left of a text that the head repeats letter for letter: one template wrote it twice. */
const REPEATED = 0.5;

/** All texts of a page that may be its title, with how much each is believed. */
export function titleSources(facts: PageFacts, data: StructuredData): TitleSource[] {
  const head = METAS.flatMap(([name, weight]) =>
    // A page has one title; more are of what it mentions.
    (facts.metas.get(name) ?? []).slice(0, 2).map((text) => ({ text, weight, isHead: true, isDocument: false })),
  );
  const document = { text: facts.title, weight: DOCUMENT_WEIGHT, isHead: true, isDocument: true };
  const written = new Set<string>();
  const inHead = [...head, document].map((source) => {
    const isRepeated = written.has(source.text.trim());
    written.add(source.text.trim());
    return isRepeated ? { ...source, weight: source.weight * REPEATED } : source;
  });
  return [...inHead, ...ofData(data, facts), ...ofHeadings(facts.headings)].flatMap((source) => {
    const text = titleText(source.text);
    return text === undefined ? [] : [{ ...source, text }];
  });
}

/** A title as it is shown: without references encoded twice, markup, and what well-known programs put around it. */
export function titleText(text: string): string | undefined {
  return cleanText(withoutProgram(plainTitle(text)), TITLE_CHARS);
}

function ofData(data: StructuredData, facts: PageFacts): TitleSource[] {
  const texts = [data.name, data.headline].filter((text) => text !== undefined);
  return texts.map((text) => {
    const key = keyOf(text);
    // Not one of many teasers, or one that the page shows itself.
    const isSure =
      data.isSure ||
      facts.title === "" ||
      keyOf(facts.title).includes(key) ||
      facts.headings.some((heading) => keyOf(heading.text) === key);
    return { text, weight: isSure ? DATA_WEIGHT : UNSURE_WEIGHT, isHead: true };
  });
}

function ofHeadings(headings: readonly Heading[]): TitleSource[] {
  const seen = new Set<Heading["place"]>();
  return headings.slice(0, HEADINGS).map(({ text, place }) => {
    const weight = HEADING_WEIGHTS[place] * (seen.has(place) ? FURTHER_HEADING : 1);
    if (text.trim() !== "") seen.add(place);
    return { text: text.replace(LINK_TO_ITSELF, ""), weight, isHead: false };
  });
}
