/** Texts of changes that are sent later. */
const texts = {
  waiting_one: "{{count}} change is waiting to be sent.",
  waiting_other: "{{count}} changes are waiting to be sent.",
  sending_one: "Sending {{count}} change…",
  sending_other: "Sending {{count}} changes…",
  refused: "“{{title}}” could not be changed as you wanted while offline.",
} as const;

export default texts;
