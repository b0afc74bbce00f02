/** Texts of memories: links saved on this day in earlier years. */
const texts = {
  onThisDay: "Saved on this day",
  neverOpened: "Saved and never opened",
  months_one: "{{count}} month ago",
  months_other: "{{count}} months ago",
  years_one: "{{count}} year ago",
  years_other: "{{count}} years ago",
} as const;

export default texts;
