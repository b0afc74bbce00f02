const caps: Readonly<Record<string, string>> = {
  arrowdown: "↓",
  arrowup: "↑",
  enter: "↵",
  delete: "Del",
  ctrl: "Ctrl",
  meta: "⌘",
};

/** What stands on a key: of a value of `KeyboardEvent.key`, in lower case. */
export const keyCap = (key: string): string => caps[key] ?? key.toUpperCase();
