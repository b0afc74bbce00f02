import { SUBJECT_CHARS, TAG_CHARS, TAGS_PER_LINK } from "@satchel/contracts";
import { fieldsNamed, type HeaderField } from "../message/header.ts";
import { HASHTAG } from "../message/hashtag.ts";
import { decodeWords } from "../message/libmime.ts";
import { cleanLine } from "../message/text.ts";
import { type MailKind, prefixOf, type SubjectPrefix } from "./subject-prefixes.ts";

/** A subject, read. */
export interface Subject {
  /** On one line, without the marks of answers, forwards, lists and gateways, cut to {@link SUBJECT_CHARS}. */
  readonly subject: string;
  /** The same without its tags; "" when there is nothing else. */
  readonly title: string;
  /**
   * The `#tags` at its end, and at its beginning where nothing shows that somebody else wrote it; each once, in their order,
   * at most {@link TAGS_PER_LINK}.
   */
  readonly tags: readonly string[];
  /** As it was written: an address in it is complete. */
  readonly written: string;
  /** By its first prefix; undefined without one. */
  readonly kind: MailKind | undefined;
}

// "[haskell-cafe]", "[lwn.net]": one word with letters, put there by a list. Only beside a prefix, for "[PDF] A paper" is a title.
const LIST_TAG = /^\[(?=[^\]]*\p{L})[\p{L}\p{N}_.:+-]{1,40}\]\s*(?=\S)/u;

// The marks of company gateways for mail from outside ("[EXTERN]", "[External Email]", "***EXTERNAL***").
const GATEWAY_MARK =
  /^(?:\[(?:(?:caution|warning)\W{0,2})?(?:ext|externe?r?|external|externa|externo|esterno|ekstern|zewnętrzny|внешн\S{0,3})\.?(?: |-)?(?:e-?mail|mail|sender|message|absender)?\W{0,2}\]|\*{2,3} ?external(?: e-?mail)? ?\*{2,3})\s*(?=\S)/iu;

/** A tag at the end of a text, with what parts it from the next, or ends a sentence. */
const LAST_TAG = new RegExp(`(?:^|\\s)[#＃](${HASHTAG})[,;.!]?$`, "u");

/** A tag at the beginning of a text, with what parts it from the next. */
const FIRST_TAG = new RegExp(`^[#＃](${HASHTAG})(?:,|;)?(?:\\s+|$)`, "u");

/**
 * Reads a decoded subject.
 * @param isAnswerOrForward whether anything else shows that the mail is one of these: only then a prefix with another meaning ("VS:", "RES:")
 * is removed
 */
export function readSubject(text: string, isAnswerOrForward = false): Subject {
  const { rest, kind } = withoutMarks(withPrefix(cleanLine(text, text.length)), isAnswerOrForward);
  const subject = cleanLine(rest, SUBJECT_CHARS);
  const tags: string[] = [];
  let title = subject;
  for (let last = lastTag(title); last !== undefined; last = lastTag(title)) {
    title = title.slice(0, -last.length).trimEnd();
    tags.unshift(last.tag);
  }
  const before: string[] = [];
  const isOwn = kind === undefined && !isAnswerOrForward;
  for (let first = firstTag(title); isOwn && first !== undefined; first = firstTag(title)) {
    title = title.slice(first.length);
    before.push(first.tag);
  }
  tags.unshift(...before);
  const distinct = tags.filter((tag, i) => tags.findIndex((one) => isSameTag(one, tag)) === i);
  return { subject, title, tags: distinct.slice(0, TAGS_PER_LINK), written: text, kind };
}

/** Reads the subject in a mail's header. Other fields show too that it is an answer or a forward (RFC 5322 section 3.6.4). */
export function subjectIn(fields: readonly HeaderField[]): Subject {
  const text = decodeWords(fieldsNamed(fields, "subject")[0] ?? "").trim();
  const hasParent = ["in-reply-to", "references"].some((name) => (fieldsNamed(fields, name)[0] ?? "") !== "");
  // Outlook repeats the subject there without prefixes ([MS-OXOMSG] section 2.2.1.5).
  const topic = decodeWords(fieldsNamed(fields, "thread-topic")[0] ?? "").trim();
  return readSubject(text, hasParent || (topic !== "" && text !== topic && text.endsWith(topic)));
}

/**
 * The title that a subject gives to a link: without the addresses in it, and "" when nothing else is left.
 */
export function titleIn({ title }: Subject): string {
  const rest = title.replace(/[<([]?(?:https?:\/\/|(?<![\p{L}\p{N}@._-])www\.)[^\s<>]+>?/giu, " ");
  return rest === title ? title : cleanLine(rest.replace(/^[\s:|–—-]+|[\s:|–—-]+$/g, ""), title.length);
}

function withoutMarks(line: string, isAnswerOrForward: boolean): { rest: string; kind: MailKind | undefined } {
  const prefixes: SubjectPrefix[] = [];
  let rest = line;
  /** The rest when only certain marks are removed. */
  let certain = line;
  let tags = 0;
  for (;;) {
    const gateway = GATEWAY_MARK.exec(rest)?.[0].length ?? 0;
    const prefix = gateway > 0 ? undefined : prefixOf(rest);
    const tag = gateway > 0 || prefix !== undefined ? 0 : (LIST_TAG.exec(rest)?.[0].length ?? 0);
    const length = gateway + (prefix?.length ?? 0) + tag;
    if (length === 0) break;
    rest = rest.slice(length);
    if (prefix !== undefined) prefixes.push(prefix);
    if (tag > 0) tags++;
    if (prefixes.length === 0 && tags === 0) certain = rest;
  }
  const isSure = isAnswerOrForward || prefixes.some((prefix) => prefix.isSure);
  return isSure ? { rest, kind: prefixes[0]?.kind } : { rest: certain, kind: undefined };
}

const lastTag = (text: string): FoundTag | undefined => tagIn(text.slice(-TAG_CHARS - 3), LAST_TAG);

const firstTag = (text: string): FoundTag | undefined => tagIn(text, FIRST_TAG);

interface FoundTag {
  readonly tag: string;
  /** Characters of the text, with what parts the tag from the rest. */
  readonly length: number;
}

function tagIn(text: string, place: RegExp): FoundTag | undefined {
  const [whole, tag] = place.exec(text) ?? [];
  return whole === undefined || tag === undefined || tag.length > TAG_CHARS ? undefined : { tag, length: whole.length };
}

/** "[Fwd: A page]" and "A page (fwd)", the older marks of forwards (RFC 5256 section 2.1), as the prefix. */
const withPrefix = (line: string): string =>
  line.replace(/^\[(fwd: .*)\]$/i, "$1").replace(/^(.*\S) \(fwd\)$/i, "Fwd: $1");

const isSameTag = (one: string, other: string): boolean =>
  one.normalize("NFC").toUpperCase() === other.normalize("NFC").toUpperCase();
