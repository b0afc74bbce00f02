import type { Block } from "./page-blocks.ts";

/** What is measured of a block or a page, by name. */
export type Features = Readonly<Record<string, number>>;

/** Features by name, or lists of names and of values: a page has thousands of blocks, and each some 170 features. */
export type FeatureGroup = Features | readonly [names: readonly string[], values: readonly number[]];

const SENTENCE_END = /[.!?。！？](?=\s|$)/g;
const MONTH = /\b(19|20)\d\d\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d/i;
const ASKING =
  /subscribe|sign up|newsletter|log ?in|sign in|follow us|share this|read more|learn more|click here|view all|see all|load more|show more|get started|try |download/i;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const yes = (condition: boolean): number => (condition ? 1 : 0);

export const sentencesIn = (text: string): number => count(text, SENTENCE_END);

/** The share of a block's text that is within links, 0 to 1. */
export const linkShare = ({ linkChars, text }: Block): number => Math.min(1, linkChars / Math.max(1, text.length));

/** What a text is like, wherever it stands. */
export function featuresOfText(block: Block): Features {
  const { text, words } = block;
  const chars = Math.max(1, text.length);
  return {
    words: Math.log1p(words.length),
    chars: text.length,
    charsPerWord: words.length > 0 ? text.length / words.length : 0,
    linkShare: linkShare(block),
    boldShare: Math.min(1, block.boldChars / chars),
    buttonShare: Math.min(1, block.buttonChars / chars),
    sentences: sentencesIn(text),
    endsAsSentence: yes(/[.!?:;"”。！？)]$/.test(text)),
    commasPerWord: count(text, /[,、，]/g) / Math.max(1, words.length),
    upperShare: count(text, /\p{Lu}/gu) / chars,
    digitShare: count(text, /\d/g) / chars,
    hasSeparator: yes(/[|•·»›→]/.test(text)),
    hasPrice: yes(/[$€£]\s?\d/.test(text)),
    hasCopyright: yes(/©|copyright|all rights reserved/i.test(text)),
    hasDate: yes(MONTH.test(text)),
    hasPolicy: yes(/cookie|privacy|consent|terms of/i.test(text)),
    asks: yes(ASKING.test(text)),
    addresses: yes(/\b(you|we|i|your|our|my)\b/i.test(text)),
  };
}
