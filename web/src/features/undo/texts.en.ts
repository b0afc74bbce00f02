/** Texts of what can be taken back. */
const texts = {
  undo: "Undo",
  keep: "Keep it so",
} as const;

export default texts;
