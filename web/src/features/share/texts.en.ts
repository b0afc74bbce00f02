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
    text: "It is in your satchel. Title and picture come in a moment.",
    close: "Close",
    toLinks: "Go to your links",
  },
  nothing: {
    title: "No link found",
    text: "What you shared contains no web address.",
  },
  anywhere: {
    title: "Save from anywhere",
    more: "More ways to save: bookmark, app, share menu",
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
    phoneText: "Once installed on Android, Satchel appears in the list when you share a page from another app.",
  },
} as const;

export default texts;
