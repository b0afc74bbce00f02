/** Texts of saving links by hand. */
const texts = {
  title: "Add links",
  text: "Paste one web address, or as many as you like.",
  follow: "Follow a feed…",
  label: "Web addresses",
  folder: "They will be saved in {{folder}}.",
  none: "There is no web address in this text.",
  tooMany: "At most {{count}} at once.",
  submit_one: "Save {{count}} link",
  submit_other: "Save {{count}} links",
  save: "Save",
  saving: "Saving {{count}}…",
  saved_one: "Link saved",
  saved_other: "{{count}} links saved",
  known_one: "Already saved: moved to the top",
  known_other: "{{count}} links were already saved: moved to the top",
  others_one: "{{count}} was already saved",
  others_other: "{{count}} were already saved",
} as const;

export default texts;
