/** Texts about a server that does not answer. */
const texts = {
  lost: "Offline. You can go on reading; Satchel comes back by itself.",
  lostOutside: "Satchel can't be reached right now. It is tried again by itself.",
} as const;

export default texts;
