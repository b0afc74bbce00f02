import type { Picture } from "./page-facts.ts";

/** Pictures told to try; each that fails costs a fetch. */
const CANDIDATES = 6;

/** Pixels below which a side is that of an icon. */
const SMALLEST_SIDE = 100;

/** Pixels a picture of the text has to be wide to stand for the page. */
const CONTENT_WIDTH = 300;

/** How much longer one side may be than the other before it is a banner or a rule. */
const LONGEST_SHAPE = 4;

/** Words of a file's name or an element's class that tell what is not the page's own picture. */
const NOT_OWN =
  /(?:^|[^a-z])(?:logo|sprite|icons?|favicon|avatar|gravatar|placeholder|blank|spacer|pixel|transparent|loading|spinner|badge|emoji|smiley|button|btn|captcha|tracking|beacon|1x1|default(?:[-_]?(?:og|share|image|thumb))?|no[-_]?image|share[-_]?default|ads?|advert(?:isement)?|banner)(?:[^a-z]|$)/;

const COUNTERS =
  /[^/]\/(?:tr|pixel|b\/ss|collect|piwik\.php|matomo\.php|counter)\b|\/\/[^/]*(?:doubleclick|scorecardresearch)\./;

const NO_PHOTOGRAPH = /\.(?:svgz?|ico|cur)(?:[?#]|$)/;

/**
 * Orders the pictures that may stand for a page, best first: those it declares, unless they are too small or somebody's
 * logo; then large ones of its text; then what is left of the declared ones; then any of the text.
 */
export function rankPictures(declared: readonly Picture[], content: readonly Picture[]): Picture[] {
  const own = declared.filter((picture) => !isAccessory(picture));
  const rest = declared.filter(isAccessory).filter((picture) => !isCounter(picture));
  const shown = content.filter((picture) => !isAccessory(picture));
  const large = shown.filter(({ width = 0, height = width }) => width >= CONTENT_WIDTH && height >= SMALLEST_SIDE);
  const unknown = own.length + large.length + rest.length > 0 ? [] : shown.filter(isPlausible);
  const ranked = [...own, ...large.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, 2), ...rest, ...unknown];
  return ranked.slice(0, CANDIDATES);
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

/** The last two parts of a picture's path: hosts and folders above say `banner` or `icons` of anything. */
function nameOf({ href }: Picture): string {
  const path = href.split(/[?#]/, 1)[0] ?? "";
  return path.split("/").slice(-1).join("/").toLowerCase().slice(-200);
}
