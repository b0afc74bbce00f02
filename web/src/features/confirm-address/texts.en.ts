/** Texts of the page that confirms a further sender address. */
const texts = {
  tab: "Confirm address · Satchel",
  nothing: "Nothing to confirm",
  nothingText: "Open the link in the mail that we sent to the address.",
  signIn: "Sign in to confirm",
  signInText: "The address belongs to your account once you have signed in to it. Then it is confirmed by itself.",
  signInAction: "Sign in",
  waiting: "Confirming the address…",
  done: "Address confirmed",
  doneText: "Links that you mail from <b>{{email}}</b> land in your satchel from now on.",
  refused: "Not confirmed",
  refusedHint: "A link works once, for {{hours}} hours, and in the account that asked for it.",
  again: "Try Again",
  toLinks: "Go to your links",
} as const;

export default texts;
