/** Texts of the page that confirms a further sender address. */
const texts = {
  tab: "Confirm address · Satchel",
  nothing: "Nothing to confirm",
  nothingText: "Open the link in the mail that we sent to the address.",
  signIn: "Sign in to confirm",
  signInText: "Sign in to your account, and the address is confirmed automatically.",
  signInAction: "Sign in",
  waiting: "Confirming the address…",
  done: "Address confirmed",
  doneText: "Links that you mail from <b>{{email}}</b> land in your satchel from now on.",
  refused: "Not confirmed",
  refusedHint: "Each link works once, for {{hours}} hours, and only in the account that requested it.",
  again: "Try Again",
  toLinks: "Go to your links",
} as const;

export default texts;
