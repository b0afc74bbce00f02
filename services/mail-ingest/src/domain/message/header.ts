import { MAIL_HEADER_BYTES, MAIL_HEADER_LINES } from "@satchel/contracts";

/** One field of a header: its name in lower case, its value unfolded, as it was sent. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** Why a header is refused. */
type HeaderFault = "too-large" | "malformed";

const END = Buffer.from("\r\n\r\n");

/**
 * Splits the header of a raw message into its fields (RFC 5322 section 2.2), in their order. A carriage return or NUL within
 * a line is a fault: programs disagree on where such a line ends, and so on who the author is.
 */
export function splitHeader(raw: Buffer): HeaderField[] | HeaderFault {
  const found = raw.indexOf(END);
  const end = found === -1 ? raw.length : found;
  if (end > MAIL_HEADER_BYTES) return "too-large";
  const lines = raw.toString("utf8", 0, end).split("\r\n");
  if (lines.length > MAIL_HEADER_LINES) return "too-large";
  const fields: { name: string; value: string }[] = [];
  for (const line of lines) {
    if (/[\r\n\0]/.test(line)) return "malformed";
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last === undefined) return "malformed";
      last.value += line;
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 1) {
      if (line === "" && found === -1) break;
      return "malformed";
    }
    // White space before the colon is obsolete syntax (section 4.5.8) for the same field. Programs differ on which other
    // characters are white space, and so on what a From field is.
    const [, name] = /^([\x21-\x7e]+)[ \t]*$/.exec(line.slice(0, colon)) ?? [];
    if (name === undefined) return "malformed";
    fields.push({ name: name.toLowerCase(), value: line.slice(colon + 1) });
  }
  return fields.map(({ name, value }) => ({ name, value: value.trim() }));
}

/** The values of all fields of a name. */
export const fieldsNamed = (fields: readonly HeaderField[], name: string): string[] =>
  fields.filter((field) => field.name === name).map((field) => field.value);
