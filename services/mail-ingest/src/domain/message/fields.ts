import { guessCharset } from "./decoding.ts";
import type { HeaderField } from "./header.ts";

/**
 * Reads the fields of a part's header, decoded as UTF-8 (RFC 6532) or the detected charset, and unfolded. Other lines are skipped.
 * The header of the mail itself, which has the author, is read by the strict `splitHeader`.
 */
export function readFields(octets: Buffer): HeaderField[] {
  const fields: { name: string; value: string }[] = [];
  for (const line of guessCharset(octets).split(/\r?\n/)) {
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
