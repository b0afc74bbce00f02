/** Texts of the folder tree. Those of its menus and dialogs are in `folder-tree`. */
const texts = {
  heading: "Folders",
  create: "Create folder",
  createHint: "Folders group links by topic. Create your first one with the button above.",
  newSubfolder: "New subfolder in {{name}}",
  subfolders: "{{name}}, subfolders",
  counted_one: "{{name}}, {{count, number}} link",
  counted_other: "{{name}}, {{count, number}} links",
  smart: "{{name}}, smart folder",
  more: "More for {{name}}",
  moved: {
    here: "Moved “{{name}}”",
    into: "Moved “{{name}}” into “{{parent}}”",
    top: "Moved “{{name}}” to the top level",
  },
  drag: {
    into: "Move into {{name}}",
    before: "Move before {{name}}",
    after: "Move after {{name}}",
  },
} as const;

export default texts;
