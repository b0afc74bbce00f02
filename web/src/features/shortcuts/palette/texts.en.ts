/** Texts of the command palette. */
const texts = {
  title: "Command palette",
  label: "Type a command or search",
  results: "Results",
  none: "No matches",
  search: "Search for “{{text}}”",
  group: { go: "Go to", folder: "Folder", tag: "Tag", do: "Do", search: "Search" },
  signOut: "Sign out",
} as const;

export default texts;
