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
  /(?:^|[^a-z])(?:logo|sprite|icons?|favicon|avatar|gravatar|placeholder|blank|spacer|pixel|transparent|loading|spinner|badge|emoji|smiley|button|btn|captcha|tracking|beacon|1x1|default(?:[-_]?(?:og|share|image|thumb))?|no[-_]?image|share[-_]?default|ads?|advert(?:isement)?)(?:[^a-z]|$)/;

/** A banner of the text is one of the site; a declared one may be made for the page. */
const BANNER = /(?:^|[^a-z])banner(?:[^a-z]|$)/;

const COUNTERS =
  /[^/]\/(?:tr|pixel|b\/ss|collect|piwik\.php|matomo\.php|counter)\b|\/\/[^/]*(?:doubleclick|scorecardresearch)\./;

/** Names of files that are no pictures, though pages declare them as such. */
const NO_PICTURE = /\.(?:mp4|m4v|mov|webm|ogv|m3u8|mp3|m4a|ogg|wav|pdf|html?)$/;

const NO_PHOTOGRAPH = /\.(?:svgz?|ico|cur)(?:[?#]|$)/;

/**
 * Orders the pictures that may represent a page, best first: declared ones, unless they are too small or a logo; large ones of
 * its text; the other declared ones; without any of these, any picture of the text.
 */
export function rankPictures(named: readonly Picture[], content: readonly Picture[]): Picture[] {
  const declared = named.filter((picture) => !NO_PICTURE.test(nameOf(picture)));
  const own = declared.filter((picture) => !isAccessory(picture));
  const accessories = declared.filter((picture) => isAccessory(picture) && !isCounter(picture));
  const shown = content.filter((picture) => !isAccessory(picture) && !BANNER.test(wordsOf(picture)));
  const large = shown
    .filter(({ width = 0, height = width }) => width >= CONTENT_WIDTH && height >= SMALLEST_SIDE)
    .toSorted((a, b) => areaOf(b) - areaOf(a));
  const unknown = own.length + accessories.length + large.length > 0 ? [] : shown.filter(isPlausible);
  return [...own, ...large.slice(0, 2), ...accessories, ...unknown].slice(0, CANDIDATES);
}

function isAccessory(picture: Picture): boolean {
  const { width, height } = picture;
  if (width !== undefined && width < SMALLEST_SIDE) return true;
  if (height !== undefined && height < SMALLEST_SIDE) return true;
  if (width !== undefined && height !== undefined && shapeOf(width, height) > LONGEST_SHAPE) return true;
  return isCounter(picture) || NO_PHOTOGRAPH.test(nameOf(picture)) || NOT_OWN.test(wordsOf(picture));
}

const wordsOf = (picture: Picture): string => `${nameOf(picture)} ${picture.hint}`;

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
  return (path.split("/").at(-1) ?? "").toLowerCase().slice(-200);
}
