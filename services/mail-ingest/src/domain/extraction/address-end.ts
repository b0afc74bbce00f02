// Finds the end of an address in plain text. Decision 54 has the rule, its reasons and the ambiguous cases.

/** ASCII characters that RFC 3986 (appendix C, section 2) leaves out of addresses. Braces are kept where they are balanced. */
const ENDS_ASCII = new Set(["<", ">", '"', "`", "|", "\\", "^"]);

/**
 * Non-ASCII characters that end an address: punctuation of any script (quotes, dashes, ellipses, full stops), white space, invisible
 * characters, and separators of columns or translations.
 */
const ENDS = /[\p{P}\p{Z}\p{C}｜│～￫→⇒➜►▶\ufffd]/u;

/** They end an address except within a word: the middle dots of Catalan and Japanese, the joiners of Persian and Hindi. */
const JOINS_WORDS = /[\u00b7\u30fb\u200c\u200d]/;

/** Letters of scripts without blanks between words, or with particles that touch the word before them, and symbols such as emoji. */
const WITHOUT_BLANKS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{S}]/u;

const WORD = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/u;
const MARK = /\p{M}/u;

/** Particles and endings of Japanese and Korean that begin no word: after a slash they continue the sentence. */
const PARTICLE = /を|です|입니다|이에요|예요|를|에서|으로/y;

/** A character reference of HTML in plain text, for a character that no address has. */
const REFERENCE = /&(?:lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/iy;

/** By code: ASCII characters that neither end an address nor change the scan. `h` is not one, because it may begin another address. */
const ordinary = (pattern: RegExp): readonly boolean[] =>
  Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
const ORDINARY_IN_HOST = ordinary(/[a-gi-z\d_-]/i);
const ORDINARY_IN_PATH = ordinary(/[a-gi-z\d_~%+$@!*,;:.-]/i);

const SCHEME = /https?:\/\//iy;
const USER = /[^\s/?#@<>"]{1,100}@/y;
const IPV6 = /\[[\da-f:.]{2,45}\]/iy;
const CLOSED_BY: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Nested brackets in an address, at most: the text after each unclosed one is searched again. */
const OPEN_BRACKETS = 3;

const matchesAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
};

/** The state of a scan up to the current character. */
interface Scan {
  readonly text: string;
  readonly start: number;
  /** Within scheme, user, host and port. */
  inHost: boolean;
  /** The first kind of letter since the last `/`, `?`, `#`, `&` or `=`, or `.` in the host. */
  began: "nothing" | "plain" | "without blanks";
  readonly open: { readonly closer: string; readonly at: number }[];
}

/**
 * Finds the end of the address that begins at `start` of a text, with its scheme or, without one, with its host. The time is proportional
 * to the length of the address, which is not limited here.
 * @returns the index after its last character
 */
export function endOfAddress(text: string, start: number): number {
  const scan: Scan = { text, start, inHost: true, began: "nothing", open: [] };
  let at = start + matchesAt(SCHEME, text, start);
  at += matchesAt(USER, text, at);
  at += matchesAt(IPV6, text, at);
  while (at < text.length) {
    if ((scan.inHost ? ORDINARY_IN_HOST : ORDINARY_IN_PATH)[text.charCodeAt(at)]) {
      if (scan.began === "nothing") scan.began = "plain";
      at++;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const taken = character < "\u0080" ? takeAscii(scan, at, character) : takeOther(scan, at, character);
    if (taken === 0) break;
    at += taken;
  }
  const [unclosed] = scan.open;
  return withoutSentence(text, start, unclosed === undefined ? at : unclosed.at);
}

/** The number of characters from an ASCII one on that belong to the address; 0 at its end. */
function takeAscii(scan: Scan, at: number, character: string): number {
  const { text, start, open } = scan;
  if (character <= " " || character === "\u007f" || ENDS_ASCII.has(character)) return 0;
  if (character === "'" && text[start - 1] === "'") return 0;
  if (/[/?#]/.test(character)) scan.inHost = false;
  if (scan.inHost && !/[a-z\d.:_%-]/i.test(character)) return 0;
  if (scan.inHost && character === ":" && !/[\d/]/.test(text[at + 1] ?? "")) return 0;
  if (character === "&" && matchesAt(REFERENCE, text, at) > 0) return 0;
  // "…/1https://…" and "…/1,https://…" are two addresses, "?url=https://…" is one.
  if (/h/i.test(character) && /[a-z\d,;]/i.test(text[at - 1] ?? "") && matchesAt(SCHEME, text, at) > 0) return 0;
  const closer = CLOSED_BY[character];
  // "[/" closes what "[url]" opened.
  if (closer !== undefined) {
    if (character === "[" && text[at + 1] === "/") return 0;
    if (open.length === OPEN_BRACKETS) return 0;
    open.push({ closer, at });
  } else if (/[)\]}]/.test(character) && open.pop()?.closer !== character) return 0;
  if (/[/?#&=]/.test(character) || (scan.inHost && character === ".")) scan.began = "nothing";
  else if (scan.began === "nothing") scan.began = "plain";
  return 1;
}

/** The same from a non-ASCII character on. */
function takeOther(scan: Scan, at: number, character: string): number {
  const { text } = scan;
  const next = String.fromCodePoint(text.codePointAt(at + character.length) ?? 0);
  if (JOINS_WORDS.test(character)) {
    return WORD.test(lastOf(text, at)) && WORD.test(next) ? 1 : 0;
  }
  if (MARK.test(character)) return character.length;
  if (ENDS.test(character)) return 0;
  if (!WITHOUT_BLANKS.test(character)) {
    if (scan.began === "nothing") scan.began = "plain";
    return character.length;
  }
  if (scan.began === "without blanks") return character.length;
  const run = runOf(text, at);
  const isPart = scan.began === "nothing" || /[-_~+@([{]/.test(text[at - 1] ?? "");
  const isParticle = !scan.inHost && text[at - 1] === "/" && matchesAt(PARTICLE, text, at) > 0;
  if (!goesOn(scan, at + run) && (!isPart || isParticle)) return 0;
  scan.began = "without blanks";
  return run;
}

/** The length of the run of such letters. */
function runOf(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (character < "\u0080" || ENDS.test(character) || !(WITHOUT_BLANKS.test(character) || MARK.test(character)))
      break;
    at += character.length;
  }
  return at - from;
}

/** Whether the text after a run of letters shows that they belong to the address. */
const goesOn = ({ text, inHost }: Scan, at: number): boolean =>
  inHost ? /^\.[\p{L}\p{N}]/u.test(text.slice(at, at + 3)) : /^(?:[/=&_%-]|\.[a-z\d])/i.test(text.slice(at, at + 2));

/** The character before a place. */
function lastOf(text: string, at: number): string {
  const low = text[at - 1] ?? "";
  return /[\udc00-\udfff]/.test(low) ? (text[at - 2] ?? "") + low : low;
}

/** Drops punctuation that ends the sentence, as in "https://example.com/a?!", and the closing marks of `**…**` and `_…_`. */
function withoutSentence(text: string, start: number, end: number): number {
  const before = text[start - 1] ?? "";
  let at = end;
  while (at > start) {
    const last = text[at - 1] ?? "";
    if (!/[?!.,;:'*]/.test(last) && !(/[_~]/.test(last) && last === before)) break;
    at--;
  }
  return at;
}

/** A text with blanks in place of characters that end an address. All positions stay the same. */
export const withBlanksForEnds = (text: string): string =>
  /[`|\\^{}*\u0080-\u{10ffff}]/u.test(text)
    ? text.replace(/[`|\\^{}*\u0080-\u{10ffff}]/gu, (character) =>
        (character < "\u0080" || ENDS.test(character)) && !JOINS_WORDS.test(character)
          ? " ".repeat(character.length)
          : character,
      )
    : text;
