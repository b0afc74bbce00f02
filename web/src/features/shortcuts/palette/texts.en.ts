/** Texts of the command palette. */
const texts = {
  title: "Command palette",
  label: "Go to, do, or search",
  results: "Results",
  none: "Nothing is called that.",
  search: "Search for “{{text}}”",
  group: { go: "Go to", folder: "Folder", tag: "Tag", do: "Do", search: "Search" },
  signOut: "Sign out",
} as const;

export default texts;
