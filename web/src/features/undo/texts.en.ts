/** Texts of what can be taken back. */
export const undo = {
  undo: "Undo",
  keep: "Keep it so",
} as const;
