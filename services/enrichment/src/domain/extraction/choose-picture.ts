import type { Picture } from "./page-facts.ts";

/** Pictures to try; each that fails costs a fetch. */
const CANDIDATES = 6;

/** Pixels below which a side is that of an icon. */
const SMALLEST_SIDE = 100;

/** Pixels of the width from which a picture of the text may represent the page. */
const CONTENT_WIDTH = 300;

/** How much longer one side may be than the other before it is a banner or a rule. */
const LONGEST_SHAPE = 4;

/** Words in a file's name or an element's class that mark logos, ads and other pictures that don't represent the page. */
const NOT_OWN =
  /(?:^|[^a-z])(?:logo|sprite|icons?|favicon|avatar|gravatar|placeholder|blank|spacer|pixel|transparent|loading|spinner|badge|emoji|smiley|button|btn|captcha|tracking|beacon|1x1|default(?:[-_]?(?:og|share|image|thumb))?|no[-_]?image|share[-_]?default|ads?|advert(?:isement)?|banner)(?:[^a-z]|$)/;

/** Words in the name of a declared picture that leave it doubtful: it may be the site's, or made for this page. */
const DOUBTFUL = /(?:^|[^a-z])(?:banner|share|sharing|social|cover|header|og[-_]image|default)(?:[^a-z]|$)/;

/** The doubtful words, to be removed: if the rest of a name still names a logo, the picture is one. */
const DOUBTFUL_WORDS = /(?:^|[^a-z])(?:banner|share|sharing|social|cover|header|default)(?=[^a-z]|$)/g;

/** Pixels from which a picture may represent a page, whatever its name. */
const LARGE_WIDTH = 600;
const LARGE_HEIGHT = 300;

const COUNTERS =
  /[^/]\/(?:tr|pixel|b\/ss|collect|piwik\.php|matomo\.php|counter)\b|\/\/[^/]*(?:doubleclick|scorecardresearch)\./;

const NO_PHOTOGRAPH = /\.(?:svgz?|ico|cur)(?:[?#]|$)/;

/**
 * Orders the pictures that may represent a page, best first: declared ones, unless they are too small or a logo; large ones
 * of its article; declared ones with a doubtful name (`banner.jpg`); large ones of its text; the other declared ones;
 * without any of these, any picture of the text.
 */
export function rankPictures(declared: readonly Picture[], content: readonly Picture[]): Picture[] {
  const isOwn = (picture: Picture) => !isAccessory(picture) || (isDoubtful(picture) && isLarge(picture));
  const own = declared.filter(isOwn);
  const accessories = declared.filter((picture) => !isOwn(picture) && !isCounter(picture));
  const doubtful = accessories.filter(isDoubtful);
  const rest = accessories.filter((picture) => !isDoubtful(picture));
  const shown = content.filter((picture) => !isAccessory(picture));
  const large = shown.filter(({ width = 0, height = width }) => width >= CONTENT_WIDTH && height >= SMALLEST_SIDE);
  const byArea = large.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, 2);
  const isBetter = (picture: Picture) => picture.isArticle === true && isLarge(picture);
  const better = byArea.filter(isBetter);
  const lesser = byArea.filter((picture) => !isBetter(picture));
  const unknown = own.length + accessories.length + large.length > 0 ? [] : shown.filter(isPlausible);
  return [...own, ...better, ...doubtful, ...lesser, ...rest, ...unknown].slice(0, CANDIDATES);
}

/** Whether only a doubtful name excludes a picture. */
function isDoubtful(picture: Picture): boolean {
  const name = nameOf(picture);
  if (!DOUBTFUL.test(name)) return false;
  return !isAccessory({ ...picture, href: name.replaceAll(DOUBTFUL_WORDS, "") });
}

/** Whether a picture is large enough to represent a page. */
function isLarge({ width = 0, height = 0 }: Picture): boolean {
  return width >= LARGE_WIDTH && height >= LARGE_HEIGHT;
}

function isAccessory(picture: Picture): boolean {
  const { width, height } = picture;
  if (width !== undefined && width < SMALLEST_SIDE) return true;
  if (height !== undefined && height < SMALLEST_SIDE) return true;
  if (width !== undefined && height !== undefined && shapeOf(width, height) > LONGEST_SHAPE) return true;
  return (
    isCounter(picture) || NO_PHOTOGRAPH.test(nameOf(picture)) || NOT_OWN.test(`${nameOf(picture)} ${picture.hint}`)
  );
}

/** A picture of unknown size that may be a photograph; drawings of old pages are GIFs. */
function isPlausible({ width, href }: Picture): boolean {
  return width === undefined && !/\.gif(?:[?#]|$)/i.test(href);
}

function isCounter({ href, width, height }: Picture): boolean {
  return (width !== undefined && width <= 2) || (height !== undefined && height <= 2) || COUNTERS.test(href);
}

function shapeOf(width: number, height: number): number {
  return Math.max(width / height, height / width);
}

function areaOf({ width = 0, height = width }: Picture): number {
  return width * height;
}

/** A picture's file name. Hosts and folders are ignored, since any of them may contain `banner` or `icons`. */
function nameOf({ href }: Picture): string {
  const path = href.split(/[?#]/, 1)[0] ?? "";
  return path.split("/").slice(-1).join("/").toLowerCase().slice(-200);
}
