/** Texts of links that come back to mind. */
const texts = {
  onThisDay: "Saved on this day",
  years_one: "{{count}} year ago",
  years_other: "{{count}} years ago",
} as const;

export default texts;
