import { HTML_NESTING, NOTES_CHARS, withoutInvisible } from "@satchel/contracts";
import { Parser } from "htmlparser2";
import { textOf } from "../message/decoding.ts";
import type { Part } from "../message/part.ts";
import { HIDDEN, INLINE } from "./html-elements.ts";

/** A mail without the lines that say something to Satchel. */
interface WithoutAsides {
  readonly mail: Part;
  /** Of several lines where a program broke them; undefined where it has none. */
  readonly note: string | undefined;
  /** When it is to be shown again, as it was written. */
  readonly remind: string | undefined;
}

const NOTE = /^\s*(?:note|notiz)\s*[:：]\s*(\S[^]*)$/iu;
const REMIND = /^\s*(?:remind|erinnern)\s*[:：]\s*(\S[^]*)$/iu;

/** Characters of a text in which its first line is looked for: the styles of Outlook stand before it. */
const SEARCHED_CHARS = 200_000;

/** Characters of a line from which a program may have broken it, because it would be longer. */
const BROKEN_LINE = 60;

/**
 * Takes note and reminder out of a mail: the first lines of its own text, if they begin with "note:" ("Notiz:") and "remind:"
 * ("Erinnern:"), in either order. Addresses in them are not to be saved. Alternatives of one text have them all; those of the
 * HTML count, since programs break lines of the other one.
 */
export function takeAsides(mail: Part): WithoutAsides {
  const first = takeLine(mail, NOTE);
  const second = takeLine(first.mail, REMIND);
  const third = first.line === undefined ? takeLine(second.mail, NOTE) : { mail: second.mail, line: first.line };
  return { mail: third.mail, note: third.line, remind: second.line };
}

function takeLine(mail: Part, begins: RegExp): { readonly mail: Part; readonly line: string | undefined } {
  const found = inPart(mail, begins);
  return found?.rest === undefined ? { mail, line: undefined } : { mail: found.part, line: clean(found.rest) };
}

/** A part whose first line was looked at. */
interface PartBeginning {
  /** Without that line, where it begins as is asked. */
  readonly part: Part;
  /** What follows that beginning; undefined where the line has another one. */
  readonly rest: string | undefined;
}

/** @returns undefined where a part has no text, so that the next one may have the first line */
function inPart(part: Part, begins: RegExp): PartBeginning | undefined {
  if (part.type === "multipart/alternative") {
    const all = part.parts.map((one) => inPart(one, begins));
    const some = all.flatMap((one) => (one?.rest === undefined ? [] : [one]));
    if (all.every((one) => one === undefined)) return undefined;
    return {
      part: { ...part, parts: part.parts.map((one, at) => all[at]?.part ?? one) },
      rest: (some.findLast((one) => one.part.type !== "text/plain") ?? some[0])?.rest,
    };
  }
  if (part.type.startsWith("multipart/")) {
    for (const [at, one] of part.parts.entries()) {
      const found = inPart(one, begins);
      if (found !== undefined) return { part: { ...part, parts: part.parts.with(at, found.part) }, rest: found.rest };
    }
    return undefined;
  }
  if (part.disposition === "attachment" || part.fileName !== "") return undefined;
  if (part.type === "text/html") return inText(part, begins, firstOfHtml);
  return part.type === "text/plain" ? inText(part, begins, firstOfPlain) : undefined;
}

interface Line {
  readonly text: string;
  /** Where it stands in the source. */
  readonly from: number;
  readonly to: number;
}

function inText(
  part: Part,
  begins: RegExp,
  firstLine: (source: string) => Line | undefined,
): PartBeginning | undefined {
  const source = textOf(part);
  const line = firstLine(source);
  if (line === undefined) return undefined;
  const rest = begins.exec(line.text)?.[1];
  if (rest === undefined) return { part, rest: undefined };
  const left = source.slice(0, line.from) + source.slice(line.to);
  // It is decoded now, and flowed lines are joined.
  const { format: _format, delsp: _delSp, ...params } = part.params;
  return {
    part: { ...part, params: { ...params, charset: "utf-8" }, content: Buffer.from(left.toWellFormed()) },
    rest,
  };
}

/** The first line of a plain text, with those that a program has broken it into. */
function firstOfPlain(source: string): Line | undefined {
  const from = source.search(/\S/);
  if (from === -1) return undefined;
  let to = endOfLine(source, from);
  const lines = [source.slice(from, to)];
  while ((lines.at(-1) ?? "").trimEnd().length >= BROKEN_LINE) {
    const begin = source.indexOf("\n", to) + 1;
    const end = endOfLine(source, begin);
    const next = source.slice(begin, end);
    if (begin === 0 || next.trim() === "" || /^\s*(?:>|<?https?:|www\.|--)/i.test(next)) break;
    lines.push(next);
    to = end;
    if (to - from > NOTES_CHARS) break;
  }
  return { text: lines.map((line) => line.trim()).join(" "), from, to };
}

const endOfLine = (source: string, from: number): number => {
  const newline = source.indexOf("\n", from);
  return newline === -1 ? source.length : newline;
};

/** The first line of an HTML text, up to what breaks it; undefined where its elements are nested deeper than {@link HTML_NESTING}. */
function firstOfHtml(source: string): Line | undefined {
  let text = "";
  let from: number | undefined;
  let line: Line | undefined;
  let hidden = 0;
  let depth = 0;
  const breakLine = (): void => {
    if (line !== undefined) return;
    if (from !== undefined && text.trim() !== "") {
      line = { text: text.replace(/\s+/g, " "), from, to: parser.startIndex };
      parser.pause();
    }
    text = "";
    from = undefined;
  };
  const parser: Parser = new Parser(
    {
      onopentag(name) {
        if (++depth > HTML_NESTING) {
          from = undefined;
          return parser.pause();
        }
        if (HIDDEN.has(name)) hidden++;
        if (!INLINE.has(name)) breakLine();
      },
      onclosetag(name) {
        depth--;
        if (HIDDEN.has(name)) hidden--;
        if (!INLINE.has(name)) breakLine();
      },
      ontext(data) {
        if (hidden > 0 || line !== undefined) return;
        if (data.trim() !== "") from ??= parser.startIndex;
        if (from !== undefined) text += data;
      },
    },
    { decodeEntities: true },
  );
  const searched = source.slice(0, SEARCHED_CHARS);
  parser.write(searched);
  if (line === undefined && from !== undefined && text.trim() !== "") {
    line = { text: text.replace(/\s+/g, " "), from, to: searched.length };
  }
  return line;
}

/** Whole characters of what a line asks for. */
const clean = (rest: string): string => withoutInvisible(rest).trim().slice(0, NOTES_CHARS).toWellFormed();
