/** Texts of the orders that links are shown in. */
export const sorting = {
  label: "Sort",
  by: { newest: "Newest first", oldest: "Oldest first", title: "By title", best: "Best first" },
  command: "Sort: {{by}}",
} as const;
