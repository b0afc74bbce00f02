import {
  FOLDER_NAME_CHARS,
  type MailCommand,
  MAILED_NOTE_CHARS,
  MAILED_WORDS_CHARS,
  TAG_CHARS,
} from "@satchel/contracts";
import { HASHTAG } from "../message/hashtag.ts";
import { cleanLine } from "../message/text.ts";

const TAG = new RegExp(`^[#＃](${HASHTAG})[,;.!]?$`, "u");

/** Reads the rest of a line behind a command's word; undefined when there is nothing. */
type Reader = (rest: string) => MailCommand | undefined;

const text = (rest: string, max: number, make: (value: string) => MailCommand): MailCommand | undefined => {
  const value = cleanLine(rest, max);
  return value === "" ? undefined : make(value);
};

/** The words that begin a command, in English and German; both are understood, whatever the account's language is. */
const COMMANDS: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:undo|rückgängig|rueckgaengig)(?=[.!]?$)/iu, (rest) => (rest.length <= 1 ? { kind: "undo" } : undefined)],
  [/^(?:folder|ordner)\s*:/iu, (rest) => text(rest, FOLDER_NAME_CHARS, (name) => ({ kind: "folder", name }))],
  [/^(?:note|notiz)\s*:/iu, (rest) => text(rest, MAILED_NOTE_CHARS, (value) => ({ kind: "note", text: value }))],
  [/^(?:search|suche)\s*:/iu, (rest) => text(rest, MAILED_WORDS_CHARS, (words) => ({ kind: "search", words }))],
  [/^\?(?=\s)/u, (rest) => text(rest, MAILED_WORDS_CHARS, (words) => ({ kind: "search", words }))],
  [/^(?:read|lesen)\s*:/iu, readNumber],
];

function readNumber(rest: string): MailCommand | undefined {
  const digits = /^\s*#?([1-9]\d{0,2})[.!]?$/.exec(rest)?.[1];
  return digits === undefined ? undefined : { kind: "read", number: Number(digits) };
}

/** The command that a line is; undefined for any other text. */
export function mailCommandIn(line: string): MailCommand | undefined {
  const clean = line.trim();
  for (const [begin, read] of COMMANDS) {
    const found = begin.exec(clean);
    if (found !== null) return read(clean.slice(found[0].length));
  }
  const tags = clean.split(/\s+/).map((word) => TAG.exec(word)?.[1]);
  const isTags = tags.every((tag): tag is string => tag !== undefined && tag.length <= TAG_CHARS);
  return isTags && tags.length > 0 && tags.length <= TAGS_IN_LINE ? { kind: "tag", tags } : undefined;
}

/** Tags in one line: one link may have no more. */
const TAGS_IN_LINE = 20;

/** The command that a subject is: of these, only those that need no mail to reply to. */
export function subjectCommandIn(subject: string): MailCommand | undefined {
  const command = mailCommandIn(subject);
  return command?.kind === "search" || command?.kind === "read" ? command : undefined;
}
