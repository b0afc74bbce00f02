/** Texts about a newer version of the page. */
const texts = {
  newVersion: "A new version of Satchel is ready.",
  reload: "Reload",
  later: "Later",
} as const;

export default texts;
