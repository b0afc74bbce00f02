/** Texts about a newer version of the page. */
export const offline = {
  newVersion: "A new version of Satchel is there.",
  reload: "Reload",
  later: "Later",
} as const;
