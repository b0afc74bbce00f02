import { setImmediate as yieldToOthers } from "node:timers/promises";
import { HEAD_CHARS } from "../limits.ts";

const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{2,40})/i;

/**
 * The character set of a file: by its byte order mark; else UTF-8 if its beginning is valid; else as HTML declares in its
 * first 2 KiB; else Windows-1252, the usual one of old files.
 */
export function charsetOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const isUtf8 = isValidUtf8(head);
  const declared = META_CHARSET.exec(Buffer.from(head.subarray(0, 2048)).toString("latin1"))?.[1];
  // Validity outweighs a declaration, which is often wrong: text in other sets is hardly ever valid UTF-8 by chance.
  if (isUtf8 || declared === undefined) return isUtf8 ? "utf-8" : "windows-1252";
  return isKnown(declared) ? declared : "utf-8";
}

function isValidUtf8(octets: Uint8Array): boolean {
  try {
    // As a stream, because the last character may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(octets, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding.length > 0;
  } catch {
    return false;
  }
}

/**
 * The characters of Windows-1252 from 0x80 to 0x9f (WHATWG Encoding, index windows-1252); Node 20 decodes them as controls.
 */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const decodeWindows1252 = (octets: Uint8Array): string =>
  Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string);

/** Decodes chunks; undefined ends it and returns the rest. */
type Decode = (chunk: Uint8Array | undefined) => string;

function decoderOf(head: Uint8Array): Decode {
  const decoder = new TextDecoder(charsetOf(head));
  if (decoder.encoding === "windows-1252") return (chunk) => (chunk === undefined ? "" : decodeWindows1252(chunk));
  return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}

/** The beginning of a file as text, by which its format is recognised. */
export function decodeHead(octets: Uint8Array): string {
  const head = octets.subarray(0, HEAD_CHARS);
  return decoderOf(head)(head);
}

/**
 * The text of a file in chunks, without a byte order mark. Other work of the process runs between two chunks: the size of a
 * chunk bounds how long a parser blocks it.
 */
export async function* decodeText(octets: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decode: Decode | undefined;
  for await (const chunk of octets) {
    decode ??= decoderOf(chunk.subarray(0, HEAD_CHARS));
    const text = decode(chunk);
    if (text !== "") yield text;
    await yieldToOthers();
  }
  const rest = decode?.(undefined) ?? "";
  if (rest !== "") yield rest;
}
