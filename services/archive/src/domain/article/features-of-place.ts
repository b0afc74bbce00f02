import { attributeOf, type DomDocument, type DomElement, elementsIn } from "./dom.ts";
import { type FeatureGroup, type Features, linkShare, sentencesIn } from "./features-of-text.ts";
import type { Block } from "./page-blocks.ts";

const yes = (condition: boolean): number => (condition ? 1 : 0);

/** What names of classes and ids tell about an element's purpose. */
const PURPOSES: Readonly<Record<string, RegExp>> = {
  navigation: /nav|menu|breadcrumb|toc\b|table-of-contents|topbar|toolbar|skip/i,
  footer: /footer|copyright|legal|bottom/i,
  sidebar: /sidebar|side-bar|aside|rail|widget|secondary/i,
  related: /related|recommend|also|trending|popular|more-|-more|latest|recent|next|prev|upsell|cross-sell|similar/i,
  comments: /comment|disqus|discuss|reply|replies|respond/i,
  sharing: /share|social|follow|facebook|twitter/i,
  offer:
    /newsletter|subscribe|sign-?up|cta|promo|banner|advert|\bads?\b|sponsor|popup|modal|cookie|consent|gdpr|login|dialog|overlay/i,
  byline: /meta|byline|author|date|tags?\b|categor|time|caption|credit|breadcrumb/i,
  reviews: /review|rating|testimonial|quote/i,
  body: /article|entry|post|story|blog|content|body|main|prose|markdown|rich-?text|rte|text/i,
  product: /product|description|detail|spec|price|feature/i,
  thread: /thread|message|answer|question|topic|post/i,
  cards: /card|tile|grid|item|list|carousel|slider|swiper/i,
  hero: /hero|jumbotron|masthead|header|intro|lead/i,
  folds: /faq|accordion|collaps|tab/i,
};
const PURPOSE_NAMES = Object.keys(PURPOSES);

const AGAINST =
  /comment|discuss|disqus|reply|sidebar|side-bar|footer|foot\b|related|recommend|cookie|consent|gdpr|share|social|promo|banner|advert|\bad\b|\bads\b|sponsor|menu|nav|breadcrumb|pager|paginat|popup|modal|newsletter|subscribe|signup|sign-up|login|widget|toolbar|meta|tags?\b|author|byline|masthead|header|topbar|skip|hidden|search|toc|cta|rating|review|trending|popular|more-|-more|carousel|slider|upsell|cross-sell/i;
const FOR =
  /article|body|content|entry|main|post|story|text|blog|markdown|prose|rich-?text|rte|description|detail|answer|question|message|thread|product|spec/i;

const OWN_TAGS = "p h1 h2 h3 h4 li td dt pre blockquote figcaption div section a button summary".split(" ");
const OUTER_TAGS =
  "nav header footer aside main article form table ul ol section dialog noscript figure details blockquote h1 h2 h3 li dl".split(
    " ",
  );

/** Levels above a block at which the density of text is measured. */
const LEVELS = [1, 2, 3, 4, 6];
/** The names of features that follow from lists. */
const OWN_NAMES = OWN_TAGS.map((tag) => `is_${tag}`);
const OUTER_NAMES = OUTER_TAGS.map((tag) => `in_${tag}`);
const NAMES_OF_PURPOSES = PURPOSE_NAMES.map((purpose) => `to_${purpose}`);
const LEVEL_NAMES = LEVELS.flatMap((level) =>
  ["words", "linkShare", "wordsPerBlock", "sentencesPerBlock"].map((name) => `${name}_${level}`),
);

/** Distances are counted up to here. */
const FAR = 15;
/** Blocks between a block and the title are counted up to here. */
const FAR_FROM_TITLE = 200;

/** The texts below an element, added up. */
interface Sums {
  words: number;
  linkWords: number;
  blocks: number;
  sentences: number;
  /** Words that Readability takes for the article's. */
  readable: number;
  /** Sentences outside of links. */
  prose: number;
  first: number;
}

interface Names {
  readonly purposes: ReadonlySet<string>;
  readonly isAgainst: boolean;
  readonly isFor: boolean;
  readonly isHidden: boolean;
  readonly role: string;
  readonly itemprop: string;
  /** Tag and classes. */
  readonly shape: string;
}

const NAME_CHARS = 300;

function namesOf(element: DomElement): Names {
  const classes = attributeOf(element, "class") ?? "";
  const text = `${classes} ${attributeOf(element, "id") ?? ""}`.slice(0, NAME_CHARS);
  const style = attributeOf(element, "style") ?? "";
  return {
    purposes: new Set(PURPOSE_NAMES.filter((name) => PURPOSES[name]?.test(text))),
    isAgainst: AGAINST.test(text),
    isFor: FOR.test(text),
    isHidden:
      attributeOf(element, "hidden") !== undefined ||
      attributeOf(element, "aria-hidden") === "true" ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style),
    role: attributeOf(element, "role") ?? "",
    itemprop: attributeOf(element, "itemprop") ?? "",
    shape: `${element.tagName}.${classes.split(/\s+/).sort().join(".")}`,
  };
}

const NO_SUMS: Sums = { words: 0, linkWords: 0, blocks: 0, sentences: 0, readable: 0, prose: 0, first: 0 };

/** Where the blocks of a page stand. */
export interface Places {
  readonly words: number;
  readonly linkWords: number;
  featuresOf(block: Block, index: number): readonly FeatureGroup[];
}

/** @param shares what Readability takes of each block, 0 to 1 */
export function placesOf(document: DomDocument, blocks: readonly Block[], shares: readonly number[]): Places {
  const { body } = document;
  const sums = sumsOf(blocks, shares);
  const total = sums.get(body) ?? NO_SUMS;
  const words = Math.max(1, total.words);

  const known = new Map<DomElement, Names>();
  const names = (element: DomElement): Names => {
    let found = known.get(element);
    if (found === undefined) known.set(element, (found = namesOf(element)));
    return found;
  };
  const shapeOf = ({ path }: Block): string =>
    path
      .slice(-4)
      .map((element) => names(element).shape)
      .join(">");
  const nearest = ({ path }: Block): DomElement => path.at(-1) ?? body;

  const sameText = countBy(blocks, ({ text }) => text);
  const sameShape = countBy(blocks, (block) => names(nearest(block)).shape);
  const samePath = countBy(blocks, shapeOf);
  const wordsOfPath = countBy(blocks, shapeOf, (block) => block.words.length);
  const seen = new Set<string>();

  const titleAt = blocks.findIndex(({ path }) => path.some(({ tagName }) => tagName === "h1"));
  const titlePath = blocks[titleAt]?.blockPath ?? [];
  const readableRoot = pathOf(
    deepest(blocks, sums, body, ({ readable }) => readable, 0.8),
    body,
  );
  const proseRoot = pathOf(
    deepest(blocks, sums, body, ({ prose }) => prose, 0.6),
    body,
  );
  const articles = new Map(
    elementsIn(body)
      .filter(({ tagName }) => tagName === "article")
      .map((element, n) => [element, n]),
  );

  function featuresOf(block: Block, index: number): FeatureGroup[] {
    const { path, blockPath } = block;
    const own = nearest(block).tagName;
    const box = blockPath.at(-1)?.tagName;
    const outer = new Set(path.map(({ tagName }) => tagName));
    const named = path.map(names);
    const inner = named.slice(1);
    const ownFeatures = {
      isRoleMain: yes(named.some(({ role }) => role === "main")),
      isRoleAside: yes(
        named.some(({ role }) => /navigation|banner|contentinfo|search|dialog|complementary|menu/.test(role)),
      ),
      isHidden: yes(named.some(({ isHidden }) => isHidden)),
      isMarkedText: yes(named.some(({ itemprop }) => /articleBody|description|text/.test(itemprop))),
      depth: path.length,
      against: inner.filter(({ isAgainst }) => isAgainst).length,
      for: inner.filter(({ isFor }) => isFor).length,
      position: index / Math.max(1, blocks.length - 1),
      fromTitle: titleAt < 0 ? -999 : Math.max(-FAR_FROM_TITLE, Math.min(FAR_FROM_TITLE, index - titleAt)),
      sameText: Math.min(5, sameText.get(block.text) ?? 0),
      isRepeated: yes(seen.has(block.text)),
      sameShape: Math.log1p(sameShape.get(names(nearest(block)).shape) ?? 0),
      samePath: Math.log1p(samePath.get(shapeOf(block)) ?? 0),
      pathShare: (wordsOfPath.get(shapeOf(block)) ?? 0) / words,
    };
    seen.add(block.text);
    const purposes = PURPOSE_NAMES.map((purpose) => {
      const at = inner.findLastIndex((name) => name.purposes.has(purpose));
      return at < 0 ? FAR : Math.min(FAR, inner.length - 1 - at);
    });
    const levels = LEVELS.flatMap((level) => {
      const around = sums.get(blockPath[Math.max(0, blockPath.length - level - 1)] ?? body) ?? NO_SUMS;
      return [
        around.words / words,
        around.linkWords / Math.max(1, around.words),
        around.words / Math.max(1, around.blocks),
        around.sentences / Math.max(1, around.blocks),
      ];
    });
    return [
      ownFeatures,
      [OWN_NAMES, OWN_TAGS.map((tag) => yes(own === tag || box === tag))],
      [OUTER_NAMES, OUTER_TAGS.map((tag) => yes(outer.has(tag)))],
      [NAMES_OF_PURPOSES, purposes],
      [LEVEL_NAMES, levels],
      ofSection(block),
      ofRoots(block, index),
    ];
  }

  /** The part of the page, below the deepest element with more than half of all words, that the block is in. */
  function ofSection(block: Block): Features {
    const { blockPath } = block;
    const depth = blockPath.findLastIndex((element) => (sums.get(element)?.words ?? 0) > 0.5 * words);
    const section = blockPath[Math.max(0, depth) + 1];
    const around = section === undefined ? undefined : sums.get(section);
    return {
      sectionWords: (around?.words ?? block.words.length) / words,
      sectionLinkShare: around === undefined ? linkShare(block) : around.linkWords / Math.max(1, around.words),
      mainDepth: Math.max(0, depth),
    };
  }

  /** How far the block is from the elements that hold Readability's text, most prose, and the title. */
  function ofRoots({ blockPath, path }: Block, index: number): Features {
    const root = readableRoot.at(-1) ?? body;
    const shared = sharedLength(blockPath, readableRoot);
    const sharedProse = sharedLength(blockPath, proseRoot);
    const sharedTitle = sharedLength(blockPath, titlePath);
    const article = path.find(({ tagName }) => tagName === "article");
    return {
      inReadable: yes(shared >= readableRoot.length),
      upToReadable: readableRoot.length - shared,
      downFromReadable: blockPath.length - shared,
      besideReadable: root === body || path.includes(root) ? 0 : index < (sums.get(root)?.first ?? 0) ? -1 : 1,
      upToProse: proseRoot.length - sharedProse,
      downFromProse: blockPath.length - sharedProse,
      upToTitle: titleAt < 0 ? -1 : titlePath.length - sharedTitle,
      downFromTitle: titleAt < 0 ? -1 : blockPath.length - sharedTitle,
      article: article === undefined ? -1 : Math.min(30, articles.get(article) ?? 0),
    };
  }

  return { words: total.words, linkWords: total.linkWords, featuresOf };
}

function sumsOf(blocks: readonly Block[], shares: readonly number[]): Map<DomElement, Sums> {
  const sums = new Map<DomElement, Sums>();
  blocks.forEach((block, index) => {
    const links = linkShare(block);
    const sentences = sentencesIn(block.text);
    for (const element of new Set(block.path)) {
      let sum = sums.get(element);
      if (sum === undefined) sums.set(element, (sum = { ...NO_SUMS, first: index }));
      sum.words += block.words.length;
      sum.linkWords += Math.round(block.words.length * links);
      sum.blocks++;
      sum.sentences += sentences;
      sum.readable += block.words.length * (shares[index] ?? 0);
      sum.prose += sentences * (1 - links);
    }
  });
  return sums;
}

function countBy(
  blocks: readonly Block[],
  keyOf: (block: Block) => string,
  amountOf: (block: Block) => number = () => 1,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) counts.set(keyOf(block), (counts.get(keyOf(block)) ?? 0) + amountOf(block));
  return counts;
}

/** The deepest element that holds a share of what is measured on the page. */
function deepest(
  blocks: readonly Block[],
  sums: ReadonlyMap<DomElement, Sums>,
  body: DomElement,
  measure: (sums: Sums) => number,
  share: number,
): DomElement {
  const total = measure(sums.get(body) ?? NO_SUMS);
  let found = body;
  let depth = 0;
  if (total <= 0) return found;
  for (const { path } of blocks) {
    for (let at = path.length - 1; at > depth; at--) {
      const element = path[at] as DomElement;
      if (measure(sums.get(element) ?? NO_SUMS) < share * total) continue;
      found = element;
      depth = at;
    }
  }
  return found;
}

/** The elements from the body to one below it. */
function pathOf(element: DomElement, body: DomElement): DomElement[] {
  const path: DomElement[] = [];
  for (let at = element; at !== body; at = at.parentNode as DomElement) path.unshift(at);
  return [body, ...path];
}

function sharedLength(a: readonly DomElement[], b: readonly DomElement[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
