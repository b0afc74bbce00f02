/** Texts of changes that are sent later. */
const texts = {
  waiting_one: "{{count}} change waits.",
  waiting_other: "{{count}} changes wait.",
  sending_one: "Sending {{count}} change…",
  sending_other: "Sending {{count}} changes…",
  refused: "“{{title}}” could not be changed as you wanted while offline.",
} as const;

export default texts;
