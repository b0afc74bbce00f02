import iconv from "iconv-lite";
import { CHARSET_SEARCH_BYTES } from "../limits.ts";
import { detectCharset, detectUtf16 } from "@satchel/chassis/charset";

/** Characters beyond ASCII from which valid UTF-8 is no coincidence. */
const SURELY_UTF8 = 2;

/** Unreadable characters from which a page that declares UTF-8 is decoded by its other declarations. */
const SURELY_NOT_UTF8 = 4;

/**
 * The text of a page: the character set is taken from the byte order mark, else from `declared` (the Content-Type field),
 * else from the page's own declaration, in the order of the HTML standard (section 13.2.3.2); without any it is UTF-8 if
 * that fits, else detected. A declaration that contradicts the octets is ignored: old servers declare ISO 8859-1 for
 * everything, new ones UTF-8. Never fails: invalid octets become U+FFFD.
 * @param host of the page; its country helps the detection
 */
export function decodePage(bytes: Uint8Array, declared: string | undefined, host = ""): string {
  const marked = fromByteOrderMark(bytes) ?? (declared === undefined ? detectUtf16(bytes) : undefined);
  if (marked !== undefined) return decode(bytes, marked);
  const start = startOf(bytes);
  const encodings = [encodingOf(declared), fromPage(start)].filter((encoding) => encoding !== undefined);
  const [first] = encodings;
  const legacy = encodings.find((encoding) => encoding !== "utf-8");
  const detected = () => detectCharset(bytes, [languageIn(start), host.split(".").at(-1) ?? ""]);
  if (first === undefined) return readUtf8(bytes) ?? decode(bytes, detected());
  if (first === "windows-1252") {
    const text = readUtf8(bytes);
    return text !== undefined && foreignIn(text) >= SURELY_UTF8 ? text : decode(bytes, first);
  }
  if (first !== "utf-8") return decode(bytes, first);
  const text = decode(bytes, first);
  const broken = text.split("\ufffd", 5000).length - 1;
  return broken >= SURELY_NOT_UTF8 && broken > foreignIn(text) - broken ? decode(bytes, legacy ?? detected()) : text;
}

/** The text, if it is UTF-8 from beginning to end. */
function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Characters beyond ASCII, counted up to a few thousand. */
function foreignIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length && count < 5000; at++) if (text.charCodeAt(at) > 0x7f) count++;
  return count;
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
const META = /<meta\b[^>]{0,512}?\bcharset\s{0,8}=\s{0,8}["']?\s{0,8}([a-z0-9_:.-]{1,40})/gi;
const XML = /^\s{0,64}<\?xml\b[^>]{0,256}?\bencoding\s{0,8}=\s{0,8}["']([a-z0-9_:.-]{1,40})/i;

const LANGUAGE = /<html\b[^>]{0,512}?\blang\s{0,8}=\s{0,8}["']?([a-z]{2,3}(?:-[a-z]{2,4})?)/i;

function startOf(bytes: Uint8Array): string {
  return iconv.decode(bytes.subarray(0, CHARSET_SEARCH_BYTES), "latin1").replace(COMMENT, "");
}

function languageIn(start: string): string {
  return LANGUAGE.exec(start)?.[1]?.toLowerCase() ?? "";
}

/** The first known character set that a page declares. */
function fromPage(start: string): string | undefined {
  const labels = [...start.matchAll(META), XML.exec(start)].map((match) => match?.[1]);
  const encoding = labels.map(encodingOf).find((known) => known !== undefined);
  // A declaration that was readable as ASCII is not in UTF-16, whatever it says.
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

/**
 * The standard's name for a label: `latin1` and `iso-8859-1` are windows-1252, `gb2312` is gbk. Unknown labels are ignored;
 * iconv-lite would accept `base64` and `hex` as character sets.
 */
function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
