import { SHORTCUT_BYTES } from "./limits/index.ts";

/**
 * Whether a file of this name is a shortcut to one address: `.url` (Windows), `.webloc` (macOS), `.desktop`
 * (freedesktop.org).
 */
export const isShortcutName = (fileName: string): boolean => /\.(?:url|webloc|desktop)$/i.test(fileName.trim());

/**
 * The address in a shortcut file; undefined when it holds none, or the file is too large for a shortcut.
 * @param decode decodes the octets as text by their detected character set
 */
export function addressInShortcut(content: Uint8Array, decode: (content: Uint8Array) => string): string | undefined {
  if (content.length > SHORTCUT_BYTES) return undefined;
  const ascii = String.fromCharCode(...content.subarray(0, 6));
  if (ascii === "bplist") return inBinaryList(content);
  const text = decode(content);
  // A property list of macOS in XML, with the address as its only string; else an INI file with the key `URL`.
  const inXml = /<string>\s*(https?:[^<]*)<\/string>/i.exec(text)?.[1];
  if (inXml !== undefined) return inXml.trim().replaceAll("&amp;", "&");
  return /^[ \t]*URL(?:\[\w+\])?[ \t]*=[ \t]*(https?:\S+)[ \t\r]*$/im.exec(text)?.[1];
}

/**
 * The address in a binary property list. A string there is a marker, `0x5_` for ASCII, with the length in its low half;
 * from 15 on, the length is in an integer after the marker (CoreFoundation, CFBinaryPList.c).
 */
function inBinaryList(content: Uint8Array): string | undefined {
  const text = Array.from(content, (octet) => String.fromCharCode(octet)).join("");
  const at = text.indexOf("http");
  const size = [
    { marker: at - 1, known: 0x50, length: (content[at - 1] ?? 0) & 0x0f },
    { marker: at - 3, known: 0x5f, length: content[at - 1] ?? 0 },
    { marker: at - 4, known: 0x5f, length: (content[at - 2] ?? 0) * 256 + (content[at - 1] ?? 0) },
  ].find(({ marker, known, length }) =>
    known === 0x50 ? (content[marker] ?? 0) >> 4 === 5 && length < 15 : content[marker] === known && length > 14,
  );
  return at === -1 || size === undefined ? undefined : text.slice(at, at + size.length);
}
