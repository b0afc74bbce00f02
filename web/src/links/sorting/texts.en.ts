/** Texts of the orders that links are shown in. */
const texts = {
  label: "Sort",
  by: { newest: "Newest first", oldest: "Oldest first", title: "By title", best: "Best first" },
  command: "Sort: {{by}}",
} as const;

export default texts;
