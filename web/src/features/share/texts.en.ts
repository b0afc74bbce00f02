/** Texts for saving from other programs and pages. */
const texts = {
  tab: "Save a link · Satchel",
  save: {
    title: "Save this link?",
    name: "Title",
    nameHint: "Left empty, the page's own title is used.",
    folder: "Folder",
    noFolder: "No folder",
    action: "Save",
    saving: "Saving…",
    cancel: "Don't save",
    failed: "The link could not be saved. Please try again.",
  },
  saved: {
    title: "Saved",
    text: "It is in your satchel. Its title and picture follow in a moment.",
    close: "Close",
    toLinks: "Go to your links",
  },
  nothing: {
    title: "No link found",
    text: "What you shared contains no web address.",
  },
  anywhere: {
    title: "Save from anywhere",
    more: "More ways to save: extension, bookmark, share menu",
    lead: "More ways to save, besides mail.",
    extension: "The browser extension",
    extensionText: "Saves the page you are on with one click, even while Satchel can't be reached.",
    extensionGet: "Get the extension",
    bookmark: "A bookmark that saves",
    bookmarkText: "Drag it to your bookmarks bar. Clicked on any page, it saves that page.",
    bookmarkName: "Save to Satchel",
    bookmarkClicked: "Drag it to your bookmarks bar; it does nothing here.",
    app: "As an app",
    appText:
      "Install Satchel from your browser's menu (“Install app” or “Add to Home Screen”). It then opens in a window of its own, and can be read offline.",
    phone: "From the phone's share menu",
    phoneText:
      "Once installed on Android, Satchel appears in the list when you share a page, a text, a picture or a document from another app.",
  },
  /** Texts of an archive without any link. */
  welcome: {
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
  },
  /** Texts for connecting the browser extension. */
  connect: {
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
  },
  /** Texts of files that a phone's share menu handed over. */
  sharedFiles: {
    title_one: "Save this file?",
    title_other: "Save these {{count}} files?",
    note: "Save this text as a note?",
    noneTitle: "No files have arrived",
    none: "Please share them once more. If that doesn't help, choose them in “Add links”.",
  },
  /** Texts of what else can be added than links. */
  ways: {
    note: "Save the text as a note",
    address: "Type or paste an address, such as example.com.",
    instead: "To save a link, type its address, such as example.com. Or keep what you wrote as a note.",
    noteText: "It can be read, searched and highlighted like a page.",
    files: "Choose files…",
    kinds: "PDFs, pictures, books (EPUB), texts or mails.",
    drop: "You can also drop them anywhere on the page, and paste addresses there.",
    more: "More ways to save: extension, bookmark, share menu",
  },
  files: {
    saving: "Saving “{{name}}”…",
    saved_one: "Saved",
    saved_other: "{{count}} files saved",
    known_one: "Already saved: moved to the top",
    known_other: "{{count}} files were already saved: moved to the top",
    others_one: "{{count}} was already saved",
    others_other: "{{count}} were already saved",
    refused: "“{{name}}” was not saved. {{reason}}",
    refusedMore_one: "“{{name}}” and {{count}} more file were not saved. {{reason}}",
    refusedMore_other: "“{{name}}” and {{count}} more files were not saved. {{reason}}",
  },
  drop: {
    here: "Drop to save it here",
    into: "Drop to save it in {{folder}}",
    offline: "Satchel can't be reached: nothing can be saved now",
    none: "There is no web address in what you dropped.",
    file: "“{{name}}” was not saved. Link files end in .url, .webloc or .desktop; files of bookmarks can be imported in Settings.",
    files_one: "“{{name}}” and {{count}} more file were not saved.",
    files_other: "“{{name}}” and {{count}} more files were not saved.",
    unreadable: "What you dropped could not be read.",
  },
} as const;

export default texts;
