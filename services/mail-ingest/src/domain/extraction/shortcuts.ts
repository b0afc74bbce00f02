import { SHORTCUT_BYTES } from "@satchel/contracts";
import { guessCharset } from "../message/decoding.ts";
import type { Part } from "../message/part.ts";

/** Media types of shortcuts, where their files have other names. */
const TYPES = new Set([
  "application/internet-shortcut",
  "application/x-mswinurl",
  "application/x-webloc",
  "application/x-desktop",
]);

/** Whether a part is a file that holds one address and nothing else: `.url` (Windows), `.webloc` (macOS), `.desktop` (freedesktop.org). */
export const isShortcut = ({ type, fileName }: Part): boolean =>
  TYPES.has(type) || /\.(?:url|webloc|desktop)$/i.test(fileName.trim());

/** The address in a shortcut file; undefined when it holds none. */
export function addressInShortcut({ content }: Part): string | undefined {
  if (content.length > SHORTCUT_BYTES) return undefined;
  if (content.toString("latin1", 0, 6) === "bplist") return inBinaryList(content);
  const text = guessCharset(content);
  // A property list of macOS in XML, whose address is its one string; else an INI file with the key `URL`.
  const inXml = /<string>\s*(https?:[^<]*?)\s*<\/string>/i.exec(text)?.[1];
  if (inXml !== undefined) return inXml.replaceAll("&amp;", "&");
  return /^\s*URL(?:\[\w+\])?\s*=\s*(https?:\S+)\s*$/im.exec(text)?.[1];
}

/**
 * A binary property list keeps a string as a marker, `0x5_` for ASCII, with its length in the low half or, from 15 on, in the integer
 * behind it (CoreFoundation, CFBinaryPList.c).
 */
function inBinaryList(content: Buffer): string | undefined {
  const at = content.indexOf("http");
  const size = [
    { marker: at - 1, known: 0x50, length: (content[at - 1] ?? 0) & 0x0f },
    { marker: at - 3, known: 0x5f, length: content[at - 1] ?? 0 },
    { marker: at - 4, known: 0x5f, length: at < 2 ? 0 : content.readUInt16BE(at - 2) },
  ].find(({ marker, known, length }) =>
    known === 0x50 ? (content[marker] ?? 0) >> 4 === 5 && length < 15 : content[marker] === known && length > 14,
  );
  return at === -1 || size === undefined ? undefined : content.toString("latin1", at, at + size.length);
}
