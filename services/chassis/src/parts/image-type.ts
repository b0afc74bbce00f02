/** The media type of a picture that browsers show, by its first octets; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SVG_SEARCH_BYTES)).toString(
    "latin1",
  );
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "image/webp";
  if (start.slice(4, 8) === "ftyp" && /^(?:avif|avis)/.test(start.slice(8, 12))) return "image/avif";
  return /<svg[\s>]/i.test(start) ? "image/svg+xml" : undefined;
}

/** Octets in which the root of an SVG is searched: comments and a document type come before it. */
const SVG_SEARCH_BYTES = 1024;

/** Whether a font is of the one format that is kept, WOFF2, by its first octets. */
export const isWoff2 = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4)).toString("latin1") === "wOF2";
