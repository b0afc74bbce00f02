/** Texts of memories: links saved on this day in earlier years. */
const texts = {
  onThisDay: "Saved on this day",
  years_one: "{{count}} year ago",
  years_other: "{{count}} years ago",
} as const;

export default texts;
