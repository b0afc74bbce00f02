const caps: Readonly<Record<string, string>> = {
  arrowdown: "↓",
  arrowup: "↑",
  "shift+arrowdown": "⇧ ↓",
  "shift+arrowup": "⇧ ↑",
  enter: "↵",
  delete: "Del",
  ctrl: "Ctrl",
  meta: "⌘",
};

/** What stands on a key: of a value of `KeyboardEvent.key`, in lower case. */
export const keyCap = (key: string): string => caps[key] ?? key.toUpperCase();

/** What a key does anywhere on the page. */
export type Action =
  | "search"
  | "palette"
  | "add"
  | "all"
  | "unvisited"
  | "favorites"
  | "tags"
  | "captures"
  | "deleted"
  | "sidebar"
  | "help";

/** A key as `KeyboardEvent.key` has it, whatever the layout; after `first`, where there is one. */
export interface Shortcut {
  readonly action: Action;
  readonly key: string;
  /** The key before it. */
  readonly first?: string;
  /** Together with Ctrl, or the command key of a Mac. */
  readonly command?: boolean;
}

/** All keys that work anywhere. Those for a link of the list are in `links/keys.ts`. */
export const SHORTCUTS: readonly Shortcut[] = [
  { action: "search", key: "/" },
  { action: "palette", key: "k", command: true },
  { action: "add", key: "n" },
  { action: "all", first: "g", key: "a" },
  { action: "unvisited", first: "g", key: "u" },
  { action: "favorites", first: "g", key: "f" },
  { action: "tags", first: "g", key: "t" },
  { action: "captures", first: "g", key: "c" },
  { action: "deleted", first: "g", key: "d" },
  { action: "sidebar", key: "[" },
  { action: "help", key: "?" },
];

/** Milliseconds in which the second key of two must come. */
export const SECOND_KEY_MS = 1200;

/** The part of a `KeyboardEvent` that is looked at. */
export interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** AltGr, by which many layouts write signs such as "[": browsers tell it as Ctrl and Alt together. */
  readonly isAltGraph: boolean;
}

/** What a stroke does: a action, or it may be the first of two (`waiting`), or nothing that is known here. */
type Meaning = { readonly action: Action } | { readonly waiting: string } | undefined;

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/**
 * What a stroke means.
 * @param first the stroke before, where it was the first of two and is not long ago
 */
export function meaningOf(stroke: Stroke, first: string | undefined): Meaning {
  const { ctrlKey, metaKey, altKey, shiftKey, isAltGraph } = stroke;
  const key = stroke.key.toLowerCase();
  const hasCommand = !isAltGraph && (ctrlKey || metaKey);
  if (hasCommand) {
    if (altKey || shiftKey || (ctrlKey && metaKey)) return undefined;
    return found(SHORTCUTS.find((each) => each.command === true && each.key === key));
  }
  // A sign may need Shift or AltGr on some layout; a letter with them is another one.
  if (isLetter(key) && (altKey || shiftKey || isAltGraph)) return undefined;
  if (altKey && !isAltGraph) return undefined;
  const plain = SHORTCUTS.filter((each) => each.command !== true && each.key === key);
  if (first !== undefined) {
    const second = plain.find((each) => each.first === first);
    if (second !== undefined) return found(second);
  }
  const single = plain.find((each) => each.first === undefined);
  if (single !== undefined) return found(single);
  return SHORTCUTS.some((each) => each.first === key) ? { waiting: key } : undefined;
}

const found = (shortcut: Shortcut | undefined): Meaning =>
  shortcut === undefined ? undefined : { action: shortcut.action };
