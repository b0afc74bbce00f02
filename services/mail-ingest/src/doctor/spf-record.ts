/** One mechanism or modifier of an SPF record (RFC 7208 section 4.6.1). */
export interface SpfTerm {
  readonly name: string;
  readonly qualifier: "+" | "-" | "~" | "?";
  /** What follows the colon or the equals sign; "" where nothing does. */
  readonly value: string;
}

const WITH_DOMAIN = new Set(["include", "exists", "redirect", "exp"]);
const KNOWN = new Set(["all", "a", "mx", "ptr", "ip4", "ip6", ...WITH_DOMAIN]);

/** What an evaluation asks the DNS for, and so what counts against its limit (section 4.6.4). */
const ASKING = new Set(["include", "a", "mx", "ptr", "exists", "redirect"]);

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);
export const asksTheDns = ({ name }: SpfTerm): boolean => ASKING.has(name);

/** Reads a record; the text of an error when a receiver would call it a permanent error. */
export function parseSpf(record: string): SpfTerm[] | string {
  const terms: SpfTerm[] = [];
  for (const word of record.split(" ").slice(1)) {
    if (word === "") continue;
    const term = parseTerm(word);
    if (typeof term === "string") return term;
    if (term !== undefined) terms.push(term);
  }
  for (const name of ["redirect", "exp"]) {
    if (terms.filter((term) => term.name === name).length > 1) return `${name}= is there twice`;
  }
  return terms;
}

/** Undefined for a modifier that is not known, which receivers pass over (section 6). */
function parseTerm(word: string): SpfTerm | string | undefined {
  const [, sign = "+", letters = "", separator = "", rest = ""] =
    /^([+\-~?]?)([a-z][a-z0-9_.-]*)([:=/]?)(.*)$/i.exec(word) ?? [];
  const name = letters.toLowerCase();
  if (name === "") return `"${word}" is no term`;
  const modifier = name === "redirect" || name === "exp";
  if (!KNOWN.has(name) && separator === "=" && !/^[+\-~?]/.test(word)) return undefined;
  if (!KNOWN.has(name)) return `"${word}" is no mechanism`;
  if (modifier !== (separator === "=")) return `"${word}" needs ${modifier ? "=" : ":"}`;
  const value = separator === "/" ? `/${rest}` : rest;
  if (WITH_DOMAIN.has(name) && rest === "") return `"${word}" names no domain`;
  if (name === "all" && separator !== "") return `"${word}" takes nothing behind it`;
  if (name === "ip4" && !isNetwork(rest, /^\d{1,3}(\.\d{1,3}){3}$/, 255, 32)) return `"${word}" is no IPv4 network`;
  if (name === "ip6" && !isNetwork(rest, /^[0-9a-f:.]*:[0-9a-f:.]*$/i, Number.MAX_VALUE, 128)) {
    return `"${word}" is no IPv6 network`;
  }
  return { name, qualifier: (sign || "+") as SpfTerm["qualifier"], value };
}

function isNetwork(text: string, shape: RegExp, most: number, bits: number): boolean {
  const [address = "", length, ...more] = text.split("/");
  if (more.length > 0 || !shape.test(address)) return false;
  if (most === 255 && address.split(".").some((part) => Number(part) > most)) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
}
