import { fold } from "../../../links/search/fold.ts";

/** Matching commands at most. */
const MOST = 12;

/** Links among them at most, so that there is space for others. */
export const LINKS_MOST = 6;

/** Letters from which links are searched. */
export const LINKS_FROM = 2;

/** Letters from which they may be scattered over a name, and other words are looked at: fewer match nearly every name. */
const SCATTERED_FROM = 3;

/** A command of the palette. */
export interface Command {
  readonly id: string;
  readonly group: "this" | "link" | "go" | "folder" | "tag" | "do" | "search";
  readonly label: string;
}

/** Whether the words contain the letters in order, the first at the beginning of a word. */
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
 * How well a name matches the input: 4 begins with it, 3 has words that begin with its words, 2 contains it, 1 contains its
 * letters in order from the beginning of a word, 0 does not match. Case and diacritics are ignored.
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

/** Whether other words of a command begin with those that are typed. */
const isMeant = (words: string | undefined, typed: string): boolean =>
  words !== undefined && typed.trim().length >= SCATTERED_FROM && fit(words, typed) >= 3;

/**
 * The commands that match the input, the best first: names that begin with it, then links found by a search, then other
 * names. The search for the text is always last.
 * @param words other words for the commands, by their ids
 */
export function fitting<C extends Command>(
  all: readonly C[],
  links: readonly C[],
  typed: string,
  search: C,
  words: Readonly<Record<string, string>> = {},
): C[] {
  const rated = all
    .map((command) => ({
      command,
      rate: Math.max(fit(command.label, typed), isMeant(words[command.id], typed) ? 2 : 0),
    }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate);
  const close = rated.filter(({ rate }) => rate >= 3).map(({ command }) => command);
  const far = rated.filter(({ rate }) => rate < 3).map(({ command }) => command);
  const found = links.slice(0, LINKS_MOST);
  const room = MOST - 1 - found.length;
  return [...close.slice(0, room), ...found, ...far.slice(0, Math.max(0, room - close.length)), search];
}

/** A section of the palette without input. */
export interface Section<C extends Command> {
  readonly name: "this" | "recent" | "go" | "do";
  readonly commands: readonly C[];
}

/** The palette without input: the focused link, recent commands, destinations, actions. */
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
