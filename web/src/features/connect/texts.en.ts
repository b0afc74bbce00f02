/** Texts for connecting the browser extension. */
const texts = {
  tab: "Connect the extension · Satchel",
  title: "Connect the browser extension?",
  asks: {
    chrome: "An extension for Chrome asks for access to the archive of <email/>.",
    firefox: "An extension for Firefox asks for access to the archive of <email/>.",
  },
  may: "It may save links, and show, change and delete links, folders and tags.",
  mayNot: "It may not touch your password, your addresses, your sessions or the account.",
  end: "It is listed in Settings, under Security, where you can end its access at any time. If it is not used, its access ends after {{days}} days.",
  warning: "Connect only if you have just asked for this in the extension itself.",
  action: "Connect",
  connecting: "Connecting…",
  cancel: "Cancel",
  again: "Try Again",
  failed: "That did not work. Please try again.",
  malformed: {
    title: "The extension can't be connected",
    text: "The address is incomplete. Please start again in the browser extension.",
    action: "Go to your links",
  },
  done: {
    tab: "Browser extension · Satchel",
    title: "Almost done",
    text: "The extension does the rest by itself. You can close this tab.",
    refused: "Not connected",
    refusedText: "The extension has no access. You can close this tab.",
  },
} as const;

export default texts;
