import iconv from "iconv-lite";
import { CHARSET_SEARCH_BYTES } from "../limits.ts";

/**
 * The text of a page: the character set is taken from the byte order mark, else from `declared` (the Content-Type
 * field), else from the page's own declaration; without any it is UTF-8 if that fits, else windows-1252, in the order
 * of the HTML standard (section 13.2.3.2). Never fails: what can't be read becomes U+FFFD.
 */
export function decodePage(bytes: Uint8Array, declared: string | undefined): string {
  const encoding = fromByteOrderMark(bytes) ?? encodingOf(declared) ?? fromPage(bytes);
  if (encoding !== undefined) return decode(bytes, encoding);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, "windows-1252");
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  // iconv-lite first: TextDecoder of Node 20 to 24 reads windows-1252 as ISO 8859-1, so that quotes become controls.
  const isUnicode = encoding.startsWith("utf-");
  if (!isUnicode && iconv.encodingExists(encoding)) return iconv.decode(bytes, encoding);
  return new TextDecoder(encoding).decode(bytes);
}

function fromByteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return undefined;
}

const COMMENT = /<!--.{0,4096}?-->/gs;
const META = /<meta\b[^>]{0,512}?\bcharset\s{0,8}=\s{0,8}["']?\s{0,8}([a-z0-9_:.-]{1,40})/i;
const XML = /^\s{0,64}<\?xml\b[^>]{0,256}?\bencoding\s{0,8}=\s{0,8}["']([a-z0-9_:.-]{1,40})/i;

function fromPage(bytes: Uint8Array): string | undefined {
  const start = iconv.decode(bytes.subarray(0, CHARSET_SEARCH_BYTES), "latin1").replace(COMMENT, "");
  const encoding = encodingOf((META.exec(start) ?? XML.exec(start))?.[1]);
  // A declaration that could be read as ASCII is not in UTF-16, whatever it says.
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

/**
 * The standard's name for a label: `latin1` and `iso-8859-1` are windows-1252, `gb2312` is gbk. Labels the standard
 * doesn't know are ignored; iconv-lite would take `base64` and `hex` for character sets.
 */
function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
