import decodeIco from "decode-ico";

/** Pixels of the ideal side: what a card shows at twice the density. */
const IDEAL_SIDE = 64;

/** The first octets of an ICO file (WHATWG MIME Sniffing, section 6.1). */
const SIGNATURE = Buffer.from([0, 0, 1, 0]);

/** The content of an icon: a PNG as it is, or the pixels of a bitmap, four octets each (red, green, blue, alpha). */
type IconContent =
  | { readonly png: Uint8Array }
  | { readonly pixels: Uint8Array; readonly width: number; readonly height: number };

/** Whether octets are an ICO file, which libvips does not read. */
export const isIcon = (bytes: Uint8Array): boolean => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));

/**
 * Selects the best picture of an ICO file: the smallest of at least the ideal size, else the largest; of equal ones the one
 * with the most bits per pixel. Pictures without visible pixels come last: they depend on a mask, which the library does not
 * read at 32 bits.
 * @throws {Error} when an entry can't be read
 */
export function readIcon(bytes: Uint8Array): IconContent {
  const [best] = decodeIco(bytes)
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .toSorted((a, b) => b.rank - a.rank || b.entry.bpp - a.entry.bpp);
  if (best === undefined) throw new Error("the icon is empty");
  const { type, data, width, height } = best.entry;
  if (type === "png") return { png: data };
  return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height };
}

type Entry = ReturnType<typeof decodeIco>[number];

function rankOf({ type, data, width, height }: Entry): number {
  const side = Math.min(width, height);
  if (type === "bmp" && !isVisible(data)) return 0;
  return side >= IDEAL_SIDE ? 1 + 1 / side : side / IDEAL_SIDE;
}

function isVisible(pixels: ArrayLike<number>): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return true;
  return false;
}
