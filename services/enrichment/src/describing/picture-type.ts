/** Media types that are kept and shown; nothing that can hold a script is among them. */
export const PICTURE_TYPES = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/x-icon",
] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

const starts = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((octet, i) => bytes[at + i] === octet);

const ascii = (text: string): number[] => [...Buffer.from(text, "latin1")];

/**
 * What kind of picture octets are, by their own signature (WHATWG MIME Sniffing, section 6.1), whatever the server called
 * them. Undefined for everything else, SVG included: it can hold scripts.
 */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (starts(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (starts(bytes, ascii("GIF87a")) || starts(bytes, ascii("GIF89a"))) return "image/gif";
  if (starts(bytes, ascii("RIFF")) && starts(bytes, ascii("WEBP"), 8)) return "image/webp";
  if (starts(bytes, ascii("ftypavif"), 4) || starts(bytes, ascii("ftypavis"), 4)) return "image/avif";
  if (starts(bytes, [0x00, 0x00, 0x01, 0x00])) return "image/x-icon";
  return undefined;
}
