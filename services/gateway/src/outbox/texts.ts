import type { Locale } from "@satchel/contracts";

const en = {
  outbox: "Outbox",
  intro: "This installation sends no mail. What it would have sent is kept here, for this machine alone.",
  live: "New mails appear by themselves.",
  lost: "The server is not responding. Trying again…",
  skip: "Skip to the mail",
  empty: "No mail yet.",
  emptyHint: "As soon as Satchel writes a mail, such as the one with your sign-in code, it appears here.",
  added: "New mail:",
  noSubject: "(no subject)",
  to: "To",
  back: "All mails",
  copy: "Copy code",
  copied: "Copied",
  copyFailed: "The code could not be copied. Please select it in the mail.",
  frame: "The mail as its recipient sees it",
  plainText: "Plain text",
  noText: "This mail has no text.",
  tooComplex: "This mail is too complex to be shown.",
};

export type OutboxTexts = Readonly<typeof en>;

const de: OutboxTexts = {
  outbox: "Postausgang",
  intro: "Diese Installation verschickt keine Mails. Was sie verschickt hätte, liegt hier, nur für diesen Rechner.",
  live: "Neue Mails erscheinen von selbst.",
  lost: "Der Server antwortet nicht. Neuer Versuch …",
  skip: "Zur Mail springen",
  empty: "Noch keine Mail.",
  emptyHint: "Sobald Satchel eine Mail schreibt, etwa die mit deinem Anmeldecode, erscheint sie hier.",
  added: "Neue Mail:",
  noSubject: "(kein Betreff)",
  to: "An",
  back: "Alle Mails",
  copy: "Code kopieren",
  copied: "Kopiert",
  copyFailed: "Der Code ließ sich nicht kopieren. Bitte markiere ihn in der Mail.",
  frame: "Die Mail, wie ihr Empfänger sie sieht",
  plainText: "Nur Text",
  noText: "Diese Mail hat keinen Text.",
  tooComplex: "Diese Mail ist zu verschachtelt, um gezeigt zu werden.",
};

export const outboxTexts: Readonly<Record<Locale, OutboxTexts>> = { en, de };
