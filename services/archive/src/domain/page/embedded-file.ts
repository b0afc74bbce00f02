/** A file that a page brings along in a `data:` address. */
export interface EmbeddedFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Characters of an address below which a picture is one transparent pixel, in the place of another one. */
const PLACEHOLDER_CHARS = 150;

/** What is kept: pictures, which are shown without scripts, and fonts. */
const KEPT = /^(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|font\/woff2|application\/(?:x-)?font-woff2)$/;

/**
 * The file of a `data:` address (RFC 2397).
 * @returns undefined for other addresses, placeholders, and files of other types
 */
export function embeddedFile(href: string): EmbeddedFile | undefined {
  if (href.length < PLACEHOLDER_CHARS) return undefined;
  const [, type = "", parameters = "", data = ""] =
    /^\s*data:([^;,]{1,40})((?:;[^,;]{0,80}){0,4}),(.*)$/is.exec(href) ?? [];
  const kept = KEPT.exec(type.trim().toLowerCase())?.[0];
  if (kept === undefined) return undefined;
  const bytes = /;\s*base64\s*$/i.test(parameters) ? Buffer.from(data, "base64") : percentDecoded(data);
  if (bytes === undefined || bytes.length === 0) return undefined;
  return { type: kept.includes("font") ? "font/woff2" : kept, bytes };
}

function percentDecoded(data: string): Uint8Array | undefined {
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}
