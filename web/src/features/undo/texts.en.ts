/** Texts of undoing. */
const texts = {
  undo: "Undo",
  keep: "Dismiss",
  working: "Undoing…",
  done: "Undone",
} as const;

export default texts;
