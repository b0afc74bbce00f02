/** Attributes in which scripts that load pictures late keep the address, the most frequent first. */
const LATE = ["data-src", "data-lazy-src", "data-original", "data-lazy", "data-url", "data-hi-res-src"];
const LATE_SETS = ["data-srcset", "data-lazy-srcset"];

/** Candidates of one `srcset` that are looked at. */
const CANDIDATES = 32;

/** Pixels of width that fill a page of a copy on most screens; of a wider candidate most would be scaled away. */
const WANTED_WIDTH = 1200;

/** Names of placeholder files for a picture that is loaded later. */
const HOLDS_PLACE =
  /(?:^|[^a-z])(?:blank|spacer|transparent|placeholder|loading|lazy|pixel|1x1|grey|gray|empty)(?:[^a-z]|$)/i;

/**
 * The one address of a picture that is kept, of those that an `img` names in `src`, `srcset` and the attributes of late
 * loading.
 * @param attribute the value of an attribute of the element
 * @returns as written; undefined where it names none but `data:` addresses
 */
export function pictureAddress(attribute: (name: string) => string | undefined): string | undefined {
  const sets = ["srcset", ...LATE_SETS].map(attribute).map(fittingOf);
  const late = LATE.map(attribute).find(isAddress)?.trim();
  const src = attribute("src");
  const own = isAddress(src) ? src.trim() : undefined;
  const real =
    own !== undefined && !HOLDS_PLACE.test(own.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "") ? own : undefined;
  return sets.find((href) => href !== undefined) ?? late ?? real ?? own;
}

const isAddress = (href: string | undefined): href is string =>
  href !== undefined && href.trim() !== "" && !href.trim().startsWith("data:");

/** The narrowest candidate of a `srcset` (HTML standard, section 4.8.4.2) that is wide enough, else the widest. */
function fittingOf(srcset: string | undefined): string | undefined {
  let best: { href: string; width: number } | undefined;
  // Addresses may have commas in them, but none at their end.
  for (const candidate of (srcset ?? "").split(/,\s+/, CANDIDATES)) {
    const [href = "", descriptor = ""] = candidate.trim().replace(/,$/, "").split(/\s+/, 2);
    if (!isAddress(href)) continue;
    const [, number = "1", unit] = /^([\d.]{1,8})([wx])$/.exec(descriptor) ?? [];
    const width = unit === "w" ? Number(number) : (Number(number) * WANTED_WIDTH) / 2;
    const isBetter =
      best === undefined ||
      (best.width < WANTED_WIDTH ? width > best.width : width >= WANTED_WIDTH && width < best.width);
    if (isBetter) best = { href, width };
  }
  return best?.href;
}
