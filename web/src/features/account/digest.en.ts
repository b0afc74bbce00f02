/** Texts of the digest and of notifications: a part of the account dialog's. */
const digest = {
  push: {
    title: "Notifications on this device",
    lead: "When a link arrives by mail, and when a reminder is due.",
    denied: "This browser does not allow notifications from here. Its settings for this page change that.",
  },
  digest: {
    title: "A digest by mail",
    lead: "What you have not read yet, something from years ago, pages that are gone, your newsletters and reminders, in one mail without pictures from elsewhere. Each has a link that stops it.",
    every: { never: "Never", day: "Every day", week: "Every week" },
    weekday: "Day of the week",
    hour: "Time of day",
    next: "The next one comes on {{when}} ({{zone}}), if there is something to say.",
    bounced: "Your mails came back twice, so the digest has stopped. Choose again when your mailbox works.",
    stop: {
      tab: "Stop the digest · Satchel",
      title: "Stop the digest?",
      text: "No more mails come with what waits in your archive. In Settings you can have it again.",
      do: "Stop it",
      done: "The digest is stopped",
      doneText: "You can have it again under Settings, Email addresses.",
      wrong: "This link is not complete",
      wrongText: "Please open it from the mail again, or stop the digest in Settings.",
      toLinks: "Go to Your Links",
    },
  },
} as const;

export default digest;
