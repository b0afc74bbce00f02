/** Texts of the command palette. */
const texts = {
  title: "Command palette",
  label: "Type a command or search",
  results: "Results",
  search: "Search for “{{text}}”",
  group: {
    this: "This link",
    link: "Link",
    go: "Go to",
    folder: "Folder",
    tag: "Tag",
    do: "Actions",
    search: "Search",
  },
  section: { this: "This link: {{title}}", recent: "Recent", go: "Go to", do: "Actions" },
  this: {
    open: "Visit this link",
    star: "Add this link to favorites",
    unstar: "Remove this link from favorites",
    move: "Move this link…",
    tag: "Tag this link…",
    details: "Show details of this link",
    delete: "Delete this link",
  },
  theme: {
    system: "Theme: same as system",
    light: "Theme: light",
    dark: "Theme: dark",
  },
  language: "Language: {{name}}",
  view: "View: {{name}}",
  newFolder: "New folder",
  copyAddress: "Copy your save address",
  copied: "{{address}} copied",
  signOut: "Sign out",
  keys: { visit: "Visit", details: "Details", run: "Select" },
} as const;

export default texts;
