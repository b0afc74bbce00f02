import { type Answer, answers } from "../domain/answers.ts";

const CR = 0x0d;

/** RFC 5321 section 2.3.8: only CRLF ends a line. */
const BARE_LINE_FEED = /(?:^|[^\r])\n/;

/**
 * RFC 5321 section 4.1.2: commands have no control characters; programs disagree on the meaning of a lone CR or NUL. Octets of 0x80
 * and above belong to UTF-8 (RFC 6531).
 */
const CONTROL_CHARACTER = /(?![\r\n\u0080-\u009f])\p{Cc}|\r(?!\n|$)/u;

/** The answer to invalid octets of commands; undefined when they are valid. @param last the octet before them */
export function faultIn(octets: Buffer, last = 0): Answer | undefined {
  const text = `${last === CR ? "\r" : ""}${octets.toString("latin1")}`;
  if (BARE_LINE_FEED.test(text)) return answers.bareLineFeed;
  return CONTROL_CHARACTER.test(text) ? answers.controlCharacter : undefined;
}
