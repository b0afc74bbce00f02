const caps: Readonly<Record<string, string>> = {
  arrowdown: "↓",
  arrowup: "↑",
  "shift+arrowdown": "⇧ ↓",
  "shift+arrowup": "⇧ ↑",
  "shift+arrowright": "⇧ →",
  "shift+arrowleft": "⇧ ←",
  enter: "↵",
  meta: "⌘",
};

/** The label of a key, from `KeyboardEvent.key` in lower case. */
export const keyCap = (key: string): string => caps[key] ?? key.toUpperCase();

/** Actions of global shortcuts. */
export type Action =
  | "search"
  | "palette"
  | "add"
  | "all"
  | "unvisited"
  | "favorites"
  | "tags"
  | "captures"
  | "highlights"
  | "deleted"
  | "sidebar"
  | "help";

/** A key by `KeyboardEvent.key`, independent of the layout; after `first`, if any. */
export interface Shortcut {
  readonly action: Action;
  readonly key: string;
  /** The key before it. */
  readonly first?: string;
  /** With Ctrl, or Command on a Mac. */
  readonly command?: boolean;
}

/** All global shortcuts. Those of the list are in `links/keys.ts`. */
export const SHORTCUTS: readonly Shortcut[] = [
  { action: "search", key: "/" },
  { action: "palette", key: "k", command: true },
  { action: "add", key: "n" },
  { action: "all", first: "g", key: "a" },
  { action: "unvisited", first: "g", key: "u" },
  { action: "favorites", first: "g", key: "f" },
  { action: "tags", first: "g", key: "t" },
  { action: "captures", first: "g", key: "c" },
  { action: "highlights", first: "g", key: "h" },
  { action: "deleted", first: "g", key: "d" },
  { action: "sidebar", key: "[" },
  { action: "help", key: "?" },
];

/** Keys of the reading view alone; what they do is in `features/reading`. Those that lists have too are in `links/articleKeys.ts`. */
export const READING_KEYS = [
  { id: "neighbours", keys: ["j", "k"] },
  { id: "original", keys: ["o"] },
  { id: "copy", keys: ["v"] },
  { id: "done", keys: ["e"] },
  { id: "select", keys: ["h"] },
  { id: "extend", keys: ["shift+arrowright", "shift+arrowleft"] },
  { id: "mark", keys: ["1", "5"] },
  { id: "note", keys: ["n"] },
] as const;

/** Milliseconds in which the second key of two must come. */
export const SECOND_KEY_MS = 1200;

/** The used part of a `KeyboardEvent`. */
export interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** AltGr, with which many layouts type characters such as "["; browsers report it as Ctrl and Alt. */
  readonly isAltGraph: boolean;
}

/** The meaning of a keystroke: an action, the first key of two (`waiting`), or none. */
type Meaning = { readonly action: Action } | { readonly waiting: string } | undefined;

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/**
 * Interprets a keystroke.
 * @param first the recent first key of two, if any
 */
export function meaningOf(stroke: Stroke, first: string | undefined): Meaning {
  const { ctrlKey, metaKey, altKey, shiftKey, isAltGraph } = stroke;
  const key = stroke.key.toLowerCase();
  const hasCommand = !isAltGraph && (ctrlKey || metaKey);
  if (hasCommand) {
    if (altKey || shiftKey || (ctrlKey && metaKey)) return undefined;
    return found(SHORTCUTS.find((each) => each.command === true && each.key === key));
  }
  // Characters may need Shift or AltGr on some layouts; letters with them are other characters.
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
