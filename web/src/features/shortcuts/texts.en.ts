/** Texts of the sheet of keys. */
const texts = {
  title: "Keyboard shortcuts",
  andThen: "then",
  group: { go: "Go", view: "View", link: "With a link" },
  deed: {
    search: "Search",
    palette: "Command palette",
    add: "Add a link",
    all: "All Links",
    unvisited: "Unvisited",
    favorites: "Favorites",
    tags: "Tags",
    captures: "Captures",
    deleted: "Recently deleted",
    sidebar: "Sidebar",
    help: "This sheet",
  },
  hint: "Shortcuts pause while you type or a dialog is open.",
} as const;

export default texts;
