/** Texts about a server that does not answer. */
const texts = {
  lost: "Offline. You can keep reading; Satchel reconnects automatically.",
  lostOutside: "Satchel can't be reached right now. Trying again…",
} as const;

export default texts;
