import type { TextNames } from "./events/archive.ts";
import { withoutInvisible } from "./visible.ts";

/** Characters of a note's name: a title fits on two lines of a phone, and the name of its file within its limit. */
const NAME_CHARS = 95;

/** The ending of a note's file. */
const ENDING = ".txt";

/** What the file of a note is called: as its first line. A slash in it would end the name of a folder. */
export function noteName(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const shown = line
    .toWellFormed()
    .replace(/^#+\s+/, "")
    .replaceAll(/[/\\]/g, "-");
  const clean = withoutInvisible(shown).replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(clean);
  const name = characters.length > NAME_CHARS ? `${characters.slice(0, NAME_CHARS).join("").trimEnd()}…` : clean;
  return name + ENDING;
}

/** The title in Markdown: its first heading. */
export const markdownTitle = (text: string): string | undefined =>
  /^#{1,2}[ \t]+(\S.{0,500}?)[ \t#]*$/m.exec(text.slice(0, 10_000))?.[1];

/**
 * What a text is called after a change. A note that is called as its first line follows that line; any other file keeps
 * its name. The title of Markdown is its first heading.
 * @param name of its file
 */
export function namesAfter(name: string, before: string, after: string, isMarkdown: boolean): TextNames {
  const isNote = name !== ENDING && name === noteName(before);
  const next = isNote ? noteName(after) : name;
  const title = isMarkdown ? markdownTitle(after) : isNote ? next.slice(0, -ENDING.length) : undefined;
  return title === undefined || title === "" ? { name: next } : { name: next, title };
}
