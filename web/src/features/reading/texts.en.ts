/** Texts of the reading view. */
const texts = {
  tab: "{{title}} · Satchel",
  label: "Article",
  back: "Back to your links",
  original: "Open the original",
  copy: "Open the copy",
  highlights: "Highlights",
  looks: "Appearance",
  paper: { label: "Paper", system: "Automatic", light: "Light", sepia: "Sepia", dark: "Dark" },
  face: { label: "Typeface", serif: "Serif", sans: "Sans serif" },
  smaller: "Smaller letters",
  larger: "Larger letters",
  narrower: "Narrower lines",
  wider: "Wider lines",
  contents: "Contents",
  minutes_one: "{{count, number}} min",
  minutes_other: "{{count, number}} min",
  left_one: "{{count, number}} min left",
  left_other: "{{count, number}} min left",
  done: "Read",
  finish: "Done",
  next: "Next article",
  previous: "Previous article",
  related: "Related",
  progress: "How far you have read",
  loading: "The article is loading",
  none: {
    title: "No article to read",
    text: "There is no copy of this page with a text to read.",
  },
  noArticle: {
    text: "This page is not an article. Its copy shows it as it was.",
    readAnyway: "Show its text",
  },
} as const;

export default texts;
