/** Texts of the frame around the lists, of toasts, and of unknown addresses. */
const texts = {
  home: "Satchel, home",
  skip: "Skip to the links",
  folders: "Folders",
  views: "Views and folders",
  collapse: "Collapse sidebar",
  expand: "Expand sidebar",
  allLinks: "All Links",
  unvisited: "Unvisited",
  favorites: "Favorites",
  settings: "Settings",
  settingsTabs: {
    general: "General",
    emails: "Email addresses",
    newsletters: "Newsletters",
    security: "Security",
    shared: "Shared",
    tokens: "Apps and tokens",
    help: "Help",
  },
  importAndExport: "Import and export",
  counted: "{{label}}, {{count, number}}",
  copyAddress: "Copy the save address {{address}}",
  copied: "Copied",
  dismiss: "Dismiss",
  close: "Close",
  cancel: "Cancel",
  on: "On",
  off: "Off",
  tryAgain: "Try Again",
  broken: "Something went wrong",
  part: {
    missing: "This part of the page could not be loaded.",
    gone: "A new version of Satchel is ready.",
    reload: "Reload",
    later: "Later",
  },
  choose: "Select",
  captures: "Captures",
  highlights: "Highlights",
  unsavedCaptures_one: "{{count}} mail was not saved",
  unsavedCaptures_other: "{{count}} mails were not saved",
  deleted: "Recently deleted",
  notFound: {
    tab: "Not found · Satchel",
    title: "Page not found",
    text: "There is no page at this address.",
    home: "Go home",
  },
  /** Texts about a server that does not answer. */
  connection: {
    lost: "Offline.",
    lostOutside: "Satchel can't be reached right now. Trying again…",
  },
  /** Texts about a newer version of the page. */
} as const;

export default texts;
