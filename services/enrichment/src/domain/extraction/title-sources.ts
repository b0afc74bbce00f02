import { TITLE_CHARS } from "@satchel/contracts/limits";
import { HEADINGS } from "../limits.ts";
import { cleanText } from "./clean-text.ts";
import { TITLE_WEIGHTS } from "./meta-names.ts";
import type { Heading, PageFacts } from "./page-facts.ts";
import { plainTitle } from "./plain-text.ts";
import { withoutProgram } from "./site-rules.ts";
import type { StructuredData } from "./structured-data.ts";
import { keyOf } from "./title-key.ts";
import type { TitleSource } from "./weighed-source.ts";

const DATA_WEIGHT = 0.9;
/** Weight of JSON-LD that may be about something else. */
const UNSURE_WEIGHT = 0.3;
const DOCUMENT_WEIGHT = 0.85;
const HEADING_WEIGHTS: Readonly<Record<Heading["place"], number>> = {
  article: 0.82,
  text: 0.78,
  header: 0.6,
  banner: 0.4,
  aside: 0.25,
};

/** The link to itself behind a heading in manuals. */
const LINK_TO_ITSELF = /\s*[¶🔗]\s*$/u;

/** Factor for headings that are not the first in their place. */
const FURTHER_HEADING = 0.75;

/** Factor for a text that the head repeats exactly: one template wrote both. */
const REPEATED = 0.5;

/** All texts of a page that may be its title, with their weights. */
export function titleSources(facts: PageFacts, data: StructuredData): TitleSource[] {
  const head = TITLE_WEIGHTS.flatMap(([name, weight]) =>
    // A page has one title; further ones belong to things that it mentions.
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

/** A cleaned title: without twice encoded references, markup, and additions of well-known programs. */
export function titleText(text: string): string | undefined {
  return cleanText(withoutProgram(plainTitle(text)), TITLE_CHARS);
}

function ofData(data: StructuredData, facts: PageFacts): TitleSource[] {
  const texts = [data.name, data.headline].filter((text) => text !== undefined);
  return texts.map((text) => {
    const key = keyOf(text);
    // Certain, and not one of many teasers, or also shown by the page.
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
