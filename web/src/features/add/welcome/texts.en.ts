/** Texts of an archive without any link. */
const texts = {
  title: "Your satchel is empty",
  text: "Save your first link. Any of these ways will do.",
  mail: {
    title: "Mail a link",
    text: "Send it from {{owner}} to this address. It is here within seconds.",
    write: "Write a mail",
  },
  local: {
    title: "Mail a link from the terminal",
    text: "Satchel runs on this computer alone, so mail from elsewhere can't reach it. This sends one, from Satchel's folder:",
    copy: "Copy",
    copied: "Copied",
  },
  paste: {
    title: "Paste a link",
    label: "Web address",
    save: "Save",
    none: "This is not a web address.",
  },
  extension: {
    title: "Save with one click",
    text: "The browser extension saves the page you are on.",
    get: "Get the extension",
  },
  other: {
    title: "Bring your bookmarks along",
    text: "From your browser, Raindrop, Pocket and others.",
    import: "Import a file",
  },
  more: "More ways to save",
  tip: "Only mail from your own addresses counts. <settings>Add another address</settings>",
} as const;

export default texts;
