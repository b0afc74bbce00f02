import { analyse } from "chardet";

/** Octets of a text by which its character set is detected; more makes the guess no better. */
const CHARSET_SAMPLE_BYTES = 16 * 1024;

/** Octets outside of ASCII below which a character set can't be detected. */
const TOO_FEW = 6;

/**
 * The least confidence, in percent, for a guess without a known language or country; for one that they support; for one
 * that they contradict.
 */
const SURE = 20;
const LIKELY = 8;
const CERTAIN = 70;

/** The character sets other than UTF-8 of pages of a language, or of a country's domain, the commonest first. */
const BY_PLACE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:ja|jp)$/, ["shift_jis", "euc-jp", "iso-2022-jp"]],
  [/^(?:zh-tw|zh-hk|zh-hant|tw|hk|mo)$/, ["big5"]],
  [/^(?:zh-cn|zh-hans|zh-sg|cn|sg)$/, ["gb18030"]],
  [/^zh$/, ["gb18030", "big5"]],
  [/^(?:th|th-th)$/, ["windows-874"]],
  [/^(?:ko|kr)$/, ["euc-kr"]],
  [/^(?:ru|uk|be|bg|mk|ua|by|kz|su)$/, ["windows-1251", "koi8-r", "iso-8859-5"]],
  [/^(?:cs|sk|pl|hu|sl|hr|ro|cz|si)$/, ["windows-1250", "iso-8859-2"]],
  [/^(?:el|gr)$/, ["windows-1253", "iso-8859-7"]],
  [/^(?:tr)$/, ["windows-1254"]],
  [/^(?:he|il)$/, ["windows-1255"]],
  [/^(?:ar|fa|ir|eg|sa)$/, ["windows-1256"]],
  [/^(?:en|de|fr|es|it|pt|nl|da|sv|no|nb|fi|is|at|ch|be|br|mx|dk|se)$/, ["windows-1252"]],
];

const NAMES: ReadonlyMap<string, string> = new Map([
  ["ISO-8859-1", "windows-1252"],
  ["ISO-8859-9", "windows-1254"],
  ["ISO-8859-8", "windows-1255"],
  ["ISO-8859-6", "windows-1256"],
]);
const READABLE = /^(?:Shift_JIS|EUC-JP|ISO-2022-JP|EUC-KR|GB18030|Big5|KOI8-R|ISO-8859-\d|windows-125\d)$/;

/**
 * Guesses the character set of a page or mail that declares none and is not UTF-8, by statistics over the text between its
 * tags. Character sets that are usual for its language or country are preferred.
 * @param place a page's declared language and its host's last label, in lower case; either may be empty or left out
 * @returns the standard's name; windows-1252, the default of browsers, where nothing is detected
 */
export function detectCharset(bytes: Uint8Array, place: readonly string[] = []): string {
  const { sample, foreign } = textOf(bytes);
  if (isIso2022Jp(sample)) return "iso-2022-jp";
  const written = place.flatMap((name) => BY_PLACE.find(([pattern]) => pattern.test(name))?.[1] ?? []);
  const usual = written.filter((name) => !isOtherChinese(name, sample));
  if (foreign < TOO_FEW) return usual.find((name) => name.startsWith("windows-")) ?? "windows-1252";
  const guesses = analyse(hasForeignWords(sample, foreign) ? foreignWords(sample) : sample)
    .filter(({ name }) => READABLE.test(name))
    .map(({ name, confidence }) => ({ name: (NAMES.get(name) ?? name).toLowerCase(), confidence }));
  const isCertain = guesses.some(({ name, confidence }) => confidence >= CERTAIN && isReadable(sample, name));
  if (!isCertain && isThai(sample)) return "windows-874";
  const expected = guesses.find(
    ({ name, confidence }) => confidence >= LIKELY && usual.includes(name) && isReadable(sample, name),
  );
  // A guess that contradicts language and country has to be nearly certain.
  const best = expected ?? guesses.find(({ confidence }) => confidence >= (usual.length === 0 ? SURE : CERTAIN));
  return centralEuropean(best?.name ?? usual.find((name) => isReadable(sample, name)) ?? "windows-1252", sample);
}

/** Octets outside of ASCII in a row that are a word of another script than the Latin one. */
const FOREIGN_WORD = 4;

/** Whether most octets outside of ASCII are in whole words of them. In texts of the Latin script they are alone among letters of ASCII. */
function hasForeignWords(sample: Uint8Array, foreign: number): boolean {
  let inWords = 0;
  let run = 0;
  for (const octet of sample) {
    run = octet >= 0x80 ? run + 1 : 0;
    if (run >= FOREIGN_WORD) inWords += run === FOREIGN_WORD ? FOREIGN_WORD : 1;
  }
  return inWords > foreign / 2;
}

/** The words of a text that are not ASCII: English around them would outweigh them. */
function foreignWords(sample: Uint8Array): Uint8Array {
  const words = Buffer.from(sample)
    .toString("latin1")
    .split(/[\0- ]+/);
  return Buffer.from(words.filter((word) => /[\x80-\xff]/.test(word)).join(" "), "latin1");
}

/** Whether a text is valid in an encoding, and has no half-width kana, which EUC-JP decoded as Shift_JIS has. */
function isReadable(sample: Uint8Array, encoding: string): boolean {
  try {
    return !/[\uff61-\uff9f]{2}/.test(new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true }));
  } catch {
    return false;
  }
}

/**
 * Distinguishes windows-1250 from ISO 8859-2, which statistics can't. Most letters are the same, but only windows-1250 has
 * letters and quotes between 0x80 and 0x9F.
 */
function centralEuropean(encoding: string, sample: Uint8Array): string {
  if (encoding !== "windows-1250" && encoding !== "iso-8859-2") return encoding;
  return sample.some((octet) => octet >= 0x80 && octet <= 0x9f) ? "windows-1250" : "iso-8859-2";
}

/** UTF-16 without a byte order mark: every other octet of its markup is zero. Undefined for everything else. */
export function detectUtf16(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 512);
  let even = 0;
  let odd = 0;
  for (const [at, octet] of start.entries()) {
    if (octet !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  if (odd > start.length / 16 && even < odd / 8) return "utf-16le";
  return even > start.length / 16 && odd < even / 8 ? "utf-16be" : undefined;
}

/** The share of pairs of octets whose second octet is ASCII, above which a Chinese text is Big5. */
const BIG5_PAIRS = 0.08;

/**
 * Distinguishes Big5 from GB 18030, where a page only says that it is Chinese. Any text of one is valid in the other. But
 * in texts of mainland China second octets are not ASCII (GB 2312), and in Big5 a third of them are.
 */
function isOtherChinese(encoding: string, sample: Uint8Array): boolean {
  if (encoding !== "big5" && encoding !== "gb18030") return false;
  let pairs = 0;
  let low = 0;
  for (let at = 0; at + 1 < sample.length; at++) {
    if ((sample[at] ?? 0) < 0x81) continue;
    pairs++;
    if ((sample[++at] ?? 0) < 0x80) low++;
  }
  return low > pairs * BIG5_PAIRS ? encoding === "gb18030" : encoding === "big5";
}

/** The least share of signs above and below letters in a Thai text, and the largest share of misplaced ones. */
const THAI_SIGNS = 0.08;
const THAI_FAULTS = 0.05;

/**
 * Whether a text is Thai in TIS-620 or windows-874, which `chardet` does not know. Its octets are letters of Thai, a sign
 * above or below a letter follows that letter, and a vowel that is written before a letter is followed by it. In Japanese,
 * Korean and Chinese sets two octets are one letter, so that all runs of them have even lengths.
 */
function isThai(sample: Uint8Array): boolean {
  let letters = 0;
  let signs = 0;
  let faults = 0;
  let run = 0;
  let hasOddRun = false;
  for (const [at, octet] of sample.entries()) {
    if (octet < 0xa1) {
      hasOddRun ||= run % 2 === 1;
      run = 0;
      continue;
    }
    if ((octet >= 0xdb && octet <= 0xde) || octet >= 0xfc) return false;
    run++;
    letters++;
    const isSign = isThaiSign(octet);
    if (isSign) signs++;
    const before = sample[at - 1] ?? 0;
    if (isSign && !isThaiConsonant(before) && !isThaiSign(before)) faults++;
    if (octet >= 0xe0 && octet <= 0xe4 && !isThaiConsonant(sample[at + 1] ?? 0)) faults++;
  }
  return hasOddRun && letters >= TOO_FEW && signs > letters * THAI_SIGNS && faults <= letters * THAI_FAULTS;
}

function isThaiConsonant(octet: number): boolean {
  return octet >= 0xa1 && octet <= 0xce;
}

function isThaiSign(octet: number): boolean {
  return octet === 0xd1 || (octet >= 0xd4 && octet <= 0xda) || (octet >= 0xe7 && octet <= 0xee);
}

function isIso2022Jp(sample: Uint8Array): boolean {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.length);
  return text.includes("\u001b$B") || text.includes("\u001b$@");
}

/** The text between tags, because ASCII markup would outweigh it; and its number of octets that are not ASCII. */
function textOf(bytes: Uint8Array): { sample: Uint8Array; foreign: number } {
  const sample = new Uint8Array(CHARSET_SAMPLE_BYTES);
  let length = 0;
  let foreign = 0;
  let insideTag = false;
  for (let at = 0; at < bytes.length && length < sample.length; at++) {
    const octet = bytes[at] ?? 0;
    if (octet === 0x3c) insideTag = true;
    if (!insideTag) {
      sample[length++] = octet;
      if (octet >= 0x80) foreign++;
    }
    if (octet === 0x3e) insideTag = false;
  }
  return { sample: sample.subarray(0, length), foreign };
}
