import { fieldsOf, listOf, parseJson } from "../json.ts";

/** An address of a picture, with its size in pixels if known. */
export type SizedAddress = { href: string; width?: number; height?: number };

/** Candidates of one `srcset` that are read. */
const CANDIDATES = 32;

/** Rank of a picture of density one, where only densities are given. */
const UNKNOWN_WIDTH = 1;

/** The widest picture of a `srcset` (HTML standard, section 4.8.4.2), the last of equally wide ones. */
export function widestOf(srcset: string | undefined): SizedAddress | undefined {
  let widest: SizedAddress & { rank: number } = { href: "", rank: 0 };
  // Addresses may contain commas, but don't end with one.
  for (const candidate of (srcset ?? "").split(/,\s+/, CANDIDATES)) {
    const [href = "", descriptor = ""] = candidate.trim().replace(/,$/, "").split(/\s+/, 2);
    if (href === "" || href.startsWith("data:")) continue;
    const width = /^(\d{1,5})w$/.exec(descriptor)?.[1];
    const rank = width === undefined ? Number(/^([\d.]{1,8})x$/.exec(descriptor)?.[1] ?? UNKNOWN_WIDTH) : Number(width);
    if (rank >= widest.rank) widest = { href, rank, ...(width === undefined ? {} : { width: Number(width) }) };
  }
  const { rank, ...address } = widest;
  return rank === 0 ? undefined : address;
}

/** The widest picture of Amazon's gallery: addresses with width and height, as JSON. */
export function widestOfGallery(json: string | undefined): SizedAddress | undefined {
  const sizes = json === undefined ? [] : Object.entries(fieldsOf(parseJson(json)));
  const sized = sizes.slice(0, CANDIDATES).flatMap(([href, size]) => {
    const [width, height] = listOf(size);
    return typeof width === "number" && typeof height === "number" ? [{ href, width, height }] : [];
  });
  return sized.toSorted((a, b) => b.width - a.width)[0];
}

/** Pixels of a `width` or `height`; undefined for percentages and invalid values. */
export function pixelsOf(text: string | undefined): number | undefined {
  const match = /^\s{0,8}(\d{1,5})(?:\.\d{1,8})?\s{0,8}(?:px)?\s{0,8}$/i.exec(text ?? "");
  return match === null ? undefined : Number(match[1]);
}
