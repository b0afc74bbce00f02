import { detectCharset } from "@satchel/chassis/charset";
import iconv from "iconv-lite";
import type { Part } from "./part.ts";

/** Undoes a transfer encoding (RFC 2045 section 6); an unknown one counts as none. */
export function decodeTransfer(octets: Buffer, encoding: string): Buffer {
  const name = encoding
    .replace(/\(.*\)/, "")
    .trim()
    .toLowerCase();
  if (name === "base64") return Buffer.from(octets.toString("latin1"), "base64");
  return name === "quoted-printable" ? decodeQuotedPrintable(octets) : octets;
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

/** The index after a soft line break, in which white space may follow the `=`; undefined when there is none. */
function softBreak(octets: Buffer, from: number): number | undefined {
  let at = from;
  while (at - from < 100 && (octets[at] === 0x20 || octets[at] === 0x09)) at++;
  if (octets[at] === 0x0d) at++;
  return octets[at] === 0x0a ? at + 1 : undefined;
}

function hex(octet = 0): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** The text of a part, decoded from its charset, with flowed lines joined. */
export function textOf({ content, params, type }: Part): string {
  const text = decodeCharset(content, (params["charset"] ?? "").trim().toLowerCase());
  if (type !== "text/plain" || params["format"]?.trim().toLowerCase() !== "flowed") return text;
  return unflow(text, params["delsp"]?.trim().toLowerCase() === "yes");
}

function decodeCharset(octets: Buffer, charset: string): string {
  // Programs that do not know the charset declare ASCII; those that declare ISO-8859-1 mean Windows-1252 (WHATWG Encoding).
  const name = charset.replace(/-[ie]$/, "");
  if (/^(?:us-)?ascii$|^$|^ansi_/.test(name) || (!iconv.encodingExists(name) && !isKnown(name)))
    return guessCharset(octets);
  if (/^iso-?8859-?1$|^latin-?1$/.test(name)) return iconv.decode(octets, "windows-1252");
  return iconv.encodingExists(name) ? iconv.decode(octets, name) : new TextDecoder(name).decode(octets);
}

/** Decodes valid UTF-8, else the detected charset: old programs do not declare theirs. */
export function guessCharset(octets: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    // iconv-lite comes first, because Node's decoder of windows-1252 does not decode 0x80 to 0x9f.
    const name = detectCharset(octets);
    return iconv.encodingExists(name) ? iconv.decode(octets, name) : new TextDecoder(name).decode(octets);
  }
}

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
