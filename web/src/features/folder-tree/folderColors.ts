/** Colours to choose from, of the same lightness, so that each can be told from the page by day and by night. */
export const FOLDER_COLORS = {
  clay: "#b4603a",
  amber: "#a87412",
  moss: "#5f8341",
  teal: "#2d8580",
  sky: "#3b7fb0",
  iris: "#6f70c4",
  plum: "#9a5cab",
  rose: "#bd5673",
} as const;
