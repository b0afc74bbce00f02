import { guessCharset, readUtf8 } from "./decoding.ts";
import type { HeaderField } from "./header.ts";

/**
 * Reads the fields of a part's header, unfolded. Each line is decoded as UTF-8 (RFC 6532), or as the charset that is detected
 * for the header, so that a wrong octet spoils its own line alone. Other lines are skipped.
 * The header of the mail itself, which has the author, is read by the strict `splitHeader`.
 */
export function readFields(octets: Buffer): HeaderField[] {
  const fields: { name: string; value: string }[] = [];
  for (const line of linesOf(octets)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last.value += line;
      continue;
    }
    const colon = line.indexOf(":");
    if (colon > 0) fields.push({ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1) });
  }
  return fields.map(({ name, value }) => ({ name, value: value.trim() }));
}

function linesOf(octets: Buffer): string[] {
  const whole = readUtf8(octets);
  if (whole !== undefined) return whole.split(/\r?\n/);
  const guessed = guessCharset(octets).split(/\r?\n/);
  const lines = octets.toString("latin1").split(/\r?\n/);
  return lines.map((line, at) => readUtf8(Buffer.from(line, "latin1")) ?? guessed[at] ?? "");
}
