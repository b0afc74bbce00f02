/** Texts of the list of all keyboard shortcuts. */
const texts = {
  andThen: "then",
  group: { go: "Go", view: "View", link: "With a link", reading: "In an article" },
  hint: "While links are selected, F, U, M, T and Del act on all of them. Shortcuts pause while you type or a dialog is open.",
  /** What is printed on keys. */
  cap: { ctrl: "Ctrl", delete: "Del" },
  /** Shortcuts in a list of links. */
  keys: {
    next: "Next link",
    previous: "Previous link",
    extend: "Extend selection",
    open: "Visit",
    read: "Read",
    details: "Details",
    edit: "Edit",
    favorite: "Favorite",
    visited: "Visited or not",
    move: "Move to folder",
    tag: "Tags",
    remind: "Remind me",
    select: "Select",
    delete: "Delete",
    undo: "Undo",
    jump: "Jump to a date",
    list: "List",
    cards: "Cards",
    compact: "Compact",
    masonry: "Masonry",
  },
} as const;

export default texts;
