import { type Answer, answers } from "../domain/answers.ts";

const CR = 0x0d;

/** RFC 5321 section 2.3.8: only CRLF ends a line. */
const BARE_LINE_FEED = /(?:^|[^\r])\n/;

/**
 * RFC 5321 section 4.1.2: no command has them; programs disagree on what a lone CR or NUL means. Octets of 0x80 and above are of UTF-8
 * (RFC 6531).
 */
const CONTROL_CHARACTER = /(?![\r\n\u0080-\u009f])\p{Cc}|\r(?!\n|$)/u;

/**
 * What is wrong with the octets of commands; undefined when nothing is.
 * @param last the octet before them
 */
export function faultIn(octets: Buffer, last = 0): Answer | undefined {
  const text = `${last === CR ? "\r" : ""}${octets.toString("latin1")}`;
  if (BARE_LINE_FEED.test(text)) return answers.bareLineFeed;
  return CONTROL_CHARACTER.test(text) ? answers.controlCharacter : undefined;
}
