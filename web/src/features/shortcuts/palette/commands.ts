import { matching } from "../../../links/search/suggestions.ts";

/** Commands that are shown at most: more are not looked through but typed for. */
const MOST = 12;

/** Something the palette leads to or does. */
export interface Command {
  readonly id: string;
  readonly group: "go" | "folder" | "tag" | "do" | "search";
  readonly label: string;
}

/**
 * The commands that fit to what is typed, the first the one that Enter takes. Without anything typed, those that lead to
 * views and do something; searching for the text is always the last.
 */
export function fitting<C extends Command>(all: readonly C[], typed: string, search: C): C[] {
  if (typed.trim() === "") return all.filter(({ group }) => group === "go" || group === "do").slice(0, MOST);
  return [...matching(all, ({ label }) => label, typed).slice(0, MOST - 1), search];
}
