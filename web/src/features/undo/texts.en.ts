/** Texts of undoing. */
const texts = {
  undo: "Undo",
  keep: "Dismiss",
  working: "Undoing: {{text}}",
  done: "Undone",
} as const;

export default texts;
