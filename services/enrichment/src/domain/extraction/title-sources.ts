import { TITLE_CHARS } from "@satchel/contracts/limits";
import { cleanText } from "./clean-text.ts";
import { TITLE_WEIGHTS } from "./meta-names.ts";
import type { Heading, PageFacts } from "./page-facts.ts";
import { plainTitle } from "./plain-text.ts";
import { withoutProgram } from "./site-rules.ts";
import type { StructuredData } from "./structured-data.ts";
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
  const inData = [data.name, data.headline].flatMap((text) =>
    text === undefined ? [] : [{ text, weight: data.isSure ? DATA_WEIGHT : UNSURE_WEIGHT, isHead: true }],
  );
  const headings = facts.headings.map(({ text, place }) => ({
    text: text.replace(LINK_TO_ITSELF, ""),
    weight: HEADING_WEIGHTS[place],
    isHead: false,
  }));
  return [...inHead, ...inData, ...headings].flatMap((source) => {
    const text = titleText(source.text);
    return text === undefined ? [] : [{ ...source, text }];
  });
}

/** A cleaned title: without twice encoded references, markup, and additions of well-known programs. */
export function titleText(text: string): string | undefined {
  return cleanText(withoutProgram(plainTitle(text)), TITLE_CHARS);
}
