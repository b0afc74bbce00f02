import type { DeclaredIcon } from "./page-facts.ts";

/** Pixels of an icon's side that cards show at twice the density; larger ones are scaled down, smaller ones blur. */
const IDEAL_SIZE = 64;

/** Pixels of Apple's icons without a declared size (Apple's guideline since 2013). */
const TOUCH_ICON_SIZE = 180;

/** Pixels below which a bitmap is worse than a vector icon, which may be refused. */
const SMALL_SIZE = 32;

/**
 * Orders declared icons, best first: the nearest size above the ideal, then the nearest below it, then those without a
 * size; at the same size PNG before others, and one for dark pages last. Vector icons come after all but the tiny ones,
 * because pictures that can contain scripts are not stored.
 */
export function byPreference(icons: readonly DeclaredIcon[]): DeclaredIcon[] {
  return icons
    .filter(({ rel }) => !rel.includes("mask-icon"))
    .map((icon) => ({ icon, score: scoreOf(icon) }))
    .sort((a, b) => b.score - a.score)
    .map(({ icon }) => icon);
}

function scoreOf(icon: DeclaredIcon): number {
  return sizeScore(icon) + (isKind(icon, "png") ? 5 : 0) - (icon.media.includes("dark") ? 10 : 0);
}

function sizeScore(icon: DeclaredIcon): number {
  if (isKind(icon, "svg")) return -1000;
  const size = largestSize(icon);
  if (size === undefined) return 0;
  if (size < SMALL_SIZE) return size * 10 - 2000;
  // Steps of ten keep kind and media from outweighing a size.
  return size >= IDEAL_SIZE ? 9_000 - Math.min(size, 800) * 10 : size * 10;
}

function largestSize({ sizes, rel }: DeclaredIcon): number | undefined {
  const found = sizes.split(/\s+/, 16).flatMap((size) => {
    const match = /^(\d{1,4})x(\d{1,4})$/.exec(size);
    return match === null ? [] : [Math.min(Number(match[1]), Number(match[2]))];
  });
  if (found.length > 0) return Math.max(...found);
  return rel.includes("apple-touch-icon") ? TOUCH_ICON_SIZE : undefined;
}

function isKind({ type, href }: DeclaredIcon, kind: "svg" | "png"): boolean {
  return type === "" ? new RegExp(`\\.${kind}(?:[?#]|$)`, "i").test(href) : type.includes(kind);
}
