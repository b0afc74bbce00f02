import { detectCharset } from "@satchel/chassis/charset";
import iconv from "iconv-lite";
import type { Part } from "./part.ts";

/** Undoes a transfer encoding (RFC 2045 section 6); an unknown one counts as none. */
export function decodeTransfer(octets: Buffer, encoding: string): Buffer {
  const name = encoding
    .replaceAll(/\([^()]*\)/g, "")
    .trim()
    .toLowerCase();
  if (name === "base64") return decodeBase64(octets);
  return name === "quoted-printable" ? decodeQuotedPrintable(octets) : octets;
}

/** RFC 2045 section 6.8. Padding may stand within: some programs encode a text piece by piece. */
function decodeBase64(octets: Buffer): Buffer {
  const text = octets.toString("latin1");
  const out = Buffer.allocUnsafe(text.length);
  let used = 0;
  let at = 0;
  while (at < text.length) {
    const padding = text.indexOf("=", at);
    const end = padding === -1 ? text.length : padding;
    if (end > at) used += out.write(text.slice(at, end), used, "base64");
    at = end + 1;
  }
  return out.subarray(0, used);
}

/** RFC 2045 section 6.7. An invalid escape stays as it is. */
function decodeQuotedPrintable(octets: Buffer): Buffer {
  const out = Buffer.allocUnsafe(octets.length);
  let used = 0;
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at] ?? 0;
    if (octet !== 0x3d) {
      out[used++] = octet;
      continue;
    }
    const value = hex(octets[at + 1]) * 16 + hex(octets[at + 2]);
    const soft = softBreak(octets, at + 1);
    if (soft !== undefined) at = soft - 1;
    else if (Number.isNaN(value)) out[used++] = octet;
    else {
      out[used++] = value;
      at += 2;
    }
  }
  return out.subarray(0, used);
}

/** The index after a soft line break, in which white space may follow the `=`, or at the end; undefined when there is none. */
function softBreak(octets: Buffer, from: number): number | undefined {
  let at = from;
  while (at - from < 100 && (octets[at] === 0x20 || octets[at] === 0x09)) at++;
  if (octets[at] === 0x0d) at++;
  if (at >= octets.length) return octets.length;
  return octets[at] === 0x0a ? at + 1 : undefined;
}

function hex(octet = 0): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** The text of a part, decoded from its charset, with flowed lines joined. */
export function textOf({ content, params, type }: Part): string {
  const declared = params["charset"] ?? (type === "text/html" ? charsetInHtml(content) : undefined) ?? "";
  const text = decodeCharset(content, declared.trim().toLowerCase());
  if (type !== "text/plain" || params["format"]?.trim().toLowerCase() !== "flowed") return text;
  return unflow(text, params["delsp"]?.trim().toLowerCase() === "yes");
}

/** What programs declare that don't know the charset, and what iconv-lite takes for one though it is none. */
const NO_CHARSET = /^(?:us-?)?ascii(?:-?8-?bit)?$|^$|^ansi_|^binary$|^hex$|^base-?64$/;

function decodeCharset(octets: Buffer, charset: string): string {
  const name = charset.replace(/-[ie]$/, "");
  if (NO_CHARSET.test(name) || (!iconv.encodingExists(name) && !isKnown(name))) return guessCharset(octets);
  if (/^utf-?8$/.test(name)) return decodeUtf8(octets);
  // Programs that declare ISO-8859-1 mean Windows-1252 (WHATWG Encoding).
  if (/^iso-?8859-?1$|^latin-?1$|^windows-1252$/.test(name))
    return readUtf8(octets) ?? iconv.decode(octets, "windows-1252");
  return iconv.encodingExists(name) ? iconv.decode(octets, name) : new TextDecoder(name).decode(octets);
}

/** Decodes UTF-16 with its mark, or valid UTF-8, else the detected charset: old programs do not declare theirs. */
export function guessCharset(octets: Buffer): string {
  const mark = octets.toString("latin1", 0, 2);
  return mark === "\xff\xfe" || mark === "\xfe\xff"
    ? iconv.decode(octets, "utf-16")
    : (readUtf8(octets) ?? decodeDetected(octets));
}

function decodeDetected(octets: Buffer): string {
  // iconv-lite comes first, because Node's decoder of windows-1252 does not decode 0x80 to 0x9f.
  const name = detectCharset(octets);
  return iconv.encodingExists(name) ? iconv.decode(octets, name) : new TextDecoder(name).decode(octets);
}

/** @returns undefined when the octets are no UTF-8 */
export function readUtf8(octets: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}

/** Decodes what is declared as UTF-8. Where more of it is invalid than valid, it is of another charset; else it is damaged. */
function decodeUtf8(octets: Buffer): string {
  const text = iconv.decode(octets, "utf-8");
  let balance = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) balance += code === 0xfffd ? -1 : 1;
  }
  return balance < 0 ? decodeDetected(octets) : text;
}

/** Octets of HTML in which its own declaration is looked for. */
const HTML_CHARSET_BYTES = 4096;

const charsetInHtml = (octets: Buffer): string | undefined =>
  /<meta\b[^>]{0,512}?\bcharset\s{0,8}=\s{0,8}["']?\s{0,8}([\w.:-]{1,40})/i.exec(
    octets.toString("latin1", 0, HTML_CHARSET_BYTES),
  )?.[1];

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "replacement";
  } catch {
    return false;
  }
}

/**
 * Joins the lines of flowed text (RFC 3676): a line that ends with a space continues in the next one of the same quoting depth.
 */
export function unflow(text: string, delSp: boolean): string {
  const out: string[] = [];
  let open: { depth: number; pieces: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined) out.push(`${">".repeat(open.depth)}${open.depth > 0 ? " " : ""}${open.pieces.join("")}`);
    open = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const content = line.slice(depth).replace(/^ /, "");
    if (open !== undefined && open.depth !== depth) close();
    const flows = content.endsWith(" ") && content !== "-- ";
    // A signature begins on a line of its own.
    if (content === "-- ") close();
    open ??= { depth, pieces: [] };
    open.pieces.push(flows && delSp ? content.slice(0, -1) : content);
    if (!flows) close();
  }
  close();
  return out.join("\n");
}
