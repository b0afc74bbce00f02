/** Texts of the page of tags, and of tags elsewhere. */
const texts = {
  tab: "Tags · Satchel",
  count_one: "{{count}} tag",
  count_other: "{{count}} tags",
  links_one: "{{count}} link",
  links_other: "{{count}} links",
  search: "Links with the tag {{name}}",
  filter: "Filter tags",
  none: "No tag with this name.",
  loading: "Loading your tags",
  failed: "Your tags could not be loaded.",
  empty: {
    title: "No tags yet",
    text: "Many pages come with tags. Add your own in a link's details, or write #tag in the subject of a mail.",
    all: "See all links",
  },
  rename: "Rename {{name}}",
  delete: "Delete {{name}}",
  newName: "New name for {{name}}",
  save: "Rename",
  merge: "Merge",
  merges: "“{{other}}” already exists: both become one tag.",
  renamed: "“{{from}}” is “{{to}}” now",
  merged: "“{{from}}” and “{{to}}” are one tag now",
  deleted: "Tag “{{name}}” deleted",
  confirm: {
    title: "Delete the tag “{{name}}”?",
    text_one: "It is removed from {{count}} link. The link stays. This can't be undone.",
    text_other: "It is removed from {{count}} links. The links stay. This can't be undone.",
    delete: "Delete tag",
  },
} as const;

export default texts;
