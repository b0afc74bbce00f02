import { fold } from "../../../links/search/suggestions.ts";

/** Commands that are shown at most while something is typed: more are not looked through but typed for. */
const MOST = 12;

/** Links among them at most, so that folders, tags and commands keep their place. */
export const LINKS_MOST = 6;

/** Letters from which on links are searched for: one letter is in all of them. */
export const LINKS_FROM = 2;

/** Letters from which on they may be anywhere in a name, one after the other: fewer are in every name. */
const SCATTERED_FROM = 3;

/** Something the palette leads to or does. */
export interface Command {
  readonly id: string;
  readonly group: "this" | "link" | "go" | "folder" | "tag" | "do" | "search";
  readonly label: string;
}

/** Whether the letters stand in the words one after the other, with others between them; the first begins a word. */
const isScattered = (words: readonly string[], letters: string): boolean =>
  words.some((word, index) => word.startsWith(letters.charAt(0)) && holdsInOrder(words.slice(index).join(""), letters));

function holdsInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at === -1) return false;
    from = at + letter.length;
  }
  return true;
}

/**
 * How well a name fits to what is typed: 4 begins with it, 3 has words that begin with its words, 2 has it somewhere,
 * 1 has its letters in their order from the beginning of a word, 0 does not fit. Case and marks above letters make no difference.
 */
export function fit(name: string, typed: string): number {
  const text = fold(name);
  const wanted = fold(typed.trim());
  if (text.startsWith(wanted)) return 4;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  const begins = (part: string): boolean => words.some((word) => word.startsWith(part));
  if (wanted.split(/\s+/).every(begins)) return 3;
  if (text.includes(wanted)) return 2;
  const letters = wanted.replaceAll(/\s/g, "");
  return letters.length >= SCATTERED_FROM && isScattered(words, letters) ? 1 : 0;
}

/**
 * What fits to what is typed, the first the one that Enter takes: names that begin so, then the links that a search found,
 * then names that have it elsewhere. Searching for the text is always the last.
 */
export function fitting<C extends Command>(all: readonly C[], links: readonly C[], typed: string, search: C): C[] {
  const rated = all
    .map((command) => ({ command, rate: fit(command.label, typed) }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate);
  const close = rated.filter(({ rate }) => rate >= 3).map(({ command }) => command);
  const far = rated.filter(({ rate }) => rate < 3).map(({ command }) => command);
  const found = links.slice(0, LINKS_MOST);
  const room = MOST - 1 - found.length;
  return [...close.slice(0, room), ...found, ...far.slice(0, Math.max(0, room - close.length)), search];
}

/** A section of the palette while nothing is typed. */
export interface Section<C extends Command> {
  readonly name: "this" | "recent" | "go" | "do";
  readonly commands: readonly C[];
}

/** What the palette shows while nothing is typed: the link in focus, what was used last, where to go, what to do. */
export function sectionsOf<C extends Command>(all: readonly C[], recent: readonly C[]): Section<C>[] {
  const used = new Set(recent.map(({ id }) => id));
  const of = (group: Command["group"]): C[] => all.filter((each) => each.group === group && !used.has(each.id));
  const sections: Section<C>[] = [
    { name: "this", commands: of("this") },
    { name: "recent", commands: recent },
    { name: "go", commands: of("go") },
    { name: "do", commands: of("do") },
  ];
  return sections.filter(({ commands }) => commands.length > 0);
}
