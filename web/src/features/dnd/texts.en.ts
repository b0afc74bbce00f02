/** Texts of what is dragged: the chip beside the pointer, and the edge of the phone. */
const texts = {
  moveTo: "Move to {{name}}",
  removeFromFolder: "Remove from folder",
  addToFavorites: "Add to Favorites",
  links_one: "{{count}} link",
  links_other: "{{count}} links",
  edge: "Folders",
} as const;

export default texts;
