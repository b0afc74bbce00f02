import { domainToASCII, domainToUnicode } from "node:url";

const SCRIPTS = "Greek Cyrillic Arabic Hebrew Devanagari Bengali Tamil Thai Hangul Armenian Georgian".split(" ");
/** Letters that may be together in a label. Of Latin those of ASCII, and these with accents: "ı" and "þ" look like others. */
const SYSTEMS = [
  "a-zß-öø-ýÿ-İĲ-ķĹ-žẠ-ỹ",
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー",
  ...SCRIPTS.map((script) => `\\p{sc=${script}}`),
];
const OF_ONE_SYSTEM = new RegExp(`^(?:${SYSTEMS.map((letters) => `[${letters}\\d-]+`).join("|")})$`, "u");

/** Cyrillic and Greek letters that look like Latin ones (UTS #39, confusables): of these alone, "аррӏе" passes for another. */
const LIKE_LATIN = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ\d-]+$|^[αγεηικνορτυχωϲϳ\d-]+$/u;

/**
 * The host of an international domain name in its own letters (RFC 5890), without "www.". Undefined for others, and where it
 * could be taken for another name: with letters of several writing systems in a label, or, below a top-level domain in ASCII,
 * with a label that looks like Latin.
 */
export function unicodeHost(host: string): string | undefined {
  if (!/(?:^|\.)xn--/.test(host)) return undefined;
  const name = domainToUnicode(host);
  const labels = name.split(".");
  const isLikeLatin =
    !/\.xn--[^.]+$/.test(host) && labels.some((label) => !/^[a-z\d-]+$/.test(label) && LIKE_LATIN.test(label));
  const isPlain = domainToASCII(name) === host && labels.every((label) => OF_ONE_SYSTEM.test(label));
  return isPlain && !isLikeLatin ? name.replace(/^www\./, "") : undefined;
}
