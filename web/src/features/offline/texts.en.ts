/** Texts of changes that are sent later, and of the articles that are kept on this device. */
const texts = {
  waiting_one: "{{count}} change is waiting to be sent.",
  waiting_other: "{{count}} changes are waiting to be sent.",
  sending_one: "Sending {{count}} change…",
  sending_other: "Sending {{count}} changes…",
  keep: "Keep offline",
  reconnects: "You can keep reading; Satchel reconnects automatically.",
  drop: "No longer keep offline",
  tooMany: "No more than {{count, number}} articles can be kept offline.",
  full: "There is no space left on this device for articles to read offline.",
  failed: "This article could not be kept offline.",
  kept: {
    way_one: "{{count, number}} kept article",
    way_other: "{{count, number}} kept articles",
    title: "Kept offline",
    none: "No article is kept on this device. Articles that you open can be read offline for a while; those that you keep stay until you sign out.",
    cant: "Nothing can be kept on this device: it needs a session that stays logged in, and an address with https.",
    count_one:
      "{{count, number}} article with its pictures takes {{size}} on this device. It stays until you sign out.",
    count_other:
      "{{count, number}} articles with their pictures take {{size}} on this device. They stay until you sign out.",
    newest: "Keep the newest {{count, number}} of “{{name}}”",
    progress_one: "{{count, number}} of {{all, number}} kept",
    progress_other: "{{count, number}} of {{all, number}} kept",
    nothingNew: "All articles among them are kept.",
    drop: "No longer keep “{{title}}”",
  },
  refused: "“{{title}}” could not be changed as you wanted while offline.",
} as const;

export default texts;
