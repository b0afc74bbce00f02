/** Texts about a newer version of the page. */
const texts = {
  newVersion: "A new version of Satchel is there.",
  reload: "Reload",
  later: "Later",
} as const;

export default texts;
