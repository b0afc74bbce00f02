/** Texts of saving links by hand. */
const texts = {
  title: "Add links",
  text: "Paste one web address, or as many as you like. You can also paste them anywhere on the page.",
  more: "More ways to save: extension, bookmark, share menu",
  label: "Web addresses",
  placeholder: "https://",
  folder: "They go into {{folder}}.",
  none: "No web address was found in this.",
  tooMany: "At most {{count}} at once.",
  submit_one: "Save {{count}} link",
  submit_other: "Save {{count}} links",
  save: "Save",
  saving: "Saving {{count}} …",
  saved_one: "Link saved",
  saved_other: "{{count}} links saved",
  known_one: "It was there already: moved to the top",
  known_other: "{{count}} links were there already: moved to the top",
  others_one: "{{count}} was there already",
  others_other: "{{count}} were there already",
} as const;

export default texts;
