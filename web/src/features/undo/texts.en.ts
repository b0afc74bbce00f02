/** Texts of what can be taken back. */
const texts = {
  undo: "Undo",
  keep: "Dismiss",
} as const;

export default texts;
