import type { DomDocument } from "./dom.ts";
import { featuresOfPage, type PageData, pageData } from "./features-of-page.ts";
import { placesOf } from "./features-of-place.ts";
import { type FeatureGroup, type Features, featuresOfText } from "./features-of-text.ts";
import { type Block, pageBlocks } from "./page-blocks.ts";
import { type Readable, readable } from "./readable.ts";

/** The blocks of a page, each with what is measured of it, and of the page. */
export interface MeasuredPage {
  readonly blocks: readonly Block[];
  /** Names of the features; none where there is no block. */
  readonly names: readonly string[];
  /** The features of each block, in the order of the names. */
  readonly rows: readonly (readonly number[])[];
  readonly page: Features;
  readonly readable: Readable;
  readonly data: PageData;
}

const isPair = (group: FeatureGroup): group is readonly [readonly string[], readonly number[]] => Array.isArray(group);
const namesOf = (group: FeatureGroup): readonly string[] => (isPair(group) ? group[0] : Object.keys(group));
const valuesOf = (group: FeatureGroup): readonly number[] => (isPair(group) ? group[1] : Object.values(group));

/** Distances of the blocks before and after one, of which it takes over what tells most. */
const NEIGHBOURS = [-1, -2, 1, 2];
const NEIGHBOUR_NAMES = ["before", "beforeThat", "after", "afterThat"].flatMap((side) =>
  ["words", "linkShare", "endsAsSentence", "readable"].map((name) => `${side}_${name}`),
);
/** In the place of a neighbour that is not there. */
const NOBODY = [-1, -1, -1, -1];

/** Characters by which a text is looked up in the head of the document. */
const LOOKED_UP_CHARS = 60;

/** @param url the page's address after redirects */
export function measurePage(document: DomDocument, url: string): MeasuredPage {
  const blocks = pageBlocks(document.body);
  const found = readable(document);
  const shares = blocks.map((block) => found.shareOf(block));
  const data = pageData(document);
  const places = placesOf(document, blocks, shares);
  const { words, linkWords } = places;
  const page = featuresOfPage(document, url, blocks, data, { words, linkWords, readableWords: found.words });
  const ofPage: FeatureGroup = [Object.keys(page), Object.values(page)];
  const linkedData = data.linkedData
    .replace(/\\[nrt"]/g, " ")
    .toLowerCase()
    .replace(/\s+/g, " ");
  const texts = blocks.map(featuresOfText);
  const ofNeighbours = texts.map(({ words: length = 0, linkShare = 0, endsAsSentence = 0 }, index) => {
    return [length, linkShare, endsAsSentence, shares[index] ?? 0];
  });
  const groupsOf = (block: Block, index: number): FeatureGroup[] => [
    texts[index] ?? {},
    ...places.featuresOf(block, index),
    inHead(block, data, linkedData),
    ofPage,
    { readable: shares[index] ?? 0 },
    [NEIGHBOUR_NAMES, NEIGHBOURS.flatMap((distance) => ofNeighbours[index + distance] ?? NOBODY)],
  ];
  const [first] = blocks;
  const names = first === undefined ? [] : groupsOf(first, 0).flatMap(namesOf);
  const rows = blocks.map((block, index) => {
    const row: number[] = [];
    for (const group of groupsOf(block, index)) for (const value of valuesOf(group)) row.push(value);
    return row;
  });
  return { blocks, names, rows, page, readable: found, data };
}

/** Whether the document's head has the same text. */
function inHead({ text, words }: Block, { title, ogTitle, description }: PageData, linkedData: string): Features {
  const start = text.toLowerCase().slice(0, LOOKED_UP_CHARS);
  const isLong = words.length > 4;
  const isTitle = words.length > 1 && (title.includes(start) || ogTitle.includes(start));
  const isDescription = isLong && description.length > 20 && description.slice(0, LOOKED_UP_CHARS).startsWith(start);
  return {
    inTitle: isTitle ? 1 : 0,
    inLinkedData: isLong && linkedData.includes(start) ? 1 : 0,
    inDescription: isDescription ? 1 : 0,
  };
}
