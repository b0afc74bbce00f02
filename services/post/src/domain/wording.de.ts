import { REPLY_SECONDS } from "@satchel/contracts";
import type { Annotation, Wording } from "./wording.ts";

const links = (count: number): string => (count === 1 ? "1 Link" : `${count} Links`);
const month = new Intl.DateTimeFormat("de-DE", { month: "long", year: "numeric", timeZone: "UTC" });
const DAYS = Math.round(REPLY_SECONDS / 86_400);

function annotation({ tags, folder, hasNote }: Annotation): string {
  const parts = [
    ...(tags.length === 0 ? [] : [`${tags.map((tag) => `#${tag}`).join(" ")} hinzugefügt`]),
    ...(folder === undefined ? [] : [`in den Ordner ${folder} verschoben`]),
    ...(hasNote ? ["Notiz hinzugefügt"] : []),
  ];
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} und ${parts.at(-1)}`;
}

export const german: Wording = {
  language: "de",
  saved: (count) => `${links(count)} gespeichert`,
  known: (count) => (count === 1 ? "Diesen Link hattest du schon" : `Diese ${count} Links hattest du schon`),
  hadOf: (count, since) => `${count} hattest du ${since ?? "schon"}`,
  nothingSaved: "Nichts wurde gespeichert",
  newLinks: "Neu",
  knownLinks: "Hattest du schon; jetzt oben in der Liste",
  since: (at) => `seit ${month.format(at)}`,
  unusable: (addresses) => `Nicht gespeichert, weil es keine Webadresse ist: ${addresses.join(", ")}`,
  leftOut: (names) => `Nicht aufbewahrt: ${names.join(", ")}`,
  withoutRoom: (count) => `${links(count)} nicht gespeichert: Dein Archiv hat so viele Links, wie es haben darf.`,
  inFolder: (name) => `Im Ordner ${name}.`,
  more: (count) => `Und ${count === 1 ? "1 weiterer" : `${count} weitere`}.`,
  reply: "Antworte mit einem davon in der ersten Zeile:",
  undo: { word: "rückgängig", does: "nimmt es zurück", redoes: "holt die Links zurück" },
  tag: { word: "#tag", does: "fügt Schlagwörter hinzu" },
  folder: { word: "ordner: Name", does: "verschiebt in einen Ordner" },
  note: { word: "notiz: …", does: "fügt eine Notiz hinzu" },
  read: { word: (number) => `lesen: ${number}`, does: "schickt den Artikel als Mail" },
  search: { word: "? Wörter", does: "sucht noch einmal" },
  changed: (count, what) => `${links(count)}: ${annotation(what)}.`,
  alreadySo: "Es war schon so: Nichts musste geändert werden.",
  failed: (count) =>
    `${links(count)} konnte${count === 1 ? "" : "n"} nicht geändert werden: inzwischen gelöscht oder voll.`,
  done: "Erledigt",
  undone: "Zurückgenommen",
  deletedAgain: (count) =>
    `${links(count)} ${count === 1 ? "ist" : "sind"} gelöscht. Bis sie nach 30 Tagen entfernt werden, findest du gelöschte Links unter „Gelöscht“.`,
  restored: (count) => `${links(count)} ${count === 1 ? "ist" : "sind"} wie vorher.`,
  kept: (count) =>
    `${links(count)} ${count === 1 ? "wurde" : "wurden"} inzwischen geändert und ${count === 1 ? "bleibt" : "bleiben"} so.`,
  found: (words, count, hasMore) =>
    hasMore ? `Die ersten ${count} Links zu „${words}“` : `${links(count)} zu „${words}“`,
  notFound: (words) => `Kein Link zu „${words}“`,
  allResults: "Alle zeigen",
  openPage: "Seite öffnen",
  openReading: "In Satchel öffnen",
  minutes: (minutes) => `${minutes} Min.`,
  cut: "Der Artikel ist länger, als eine Mail sein sollte. Der Rest ist in deinem Archiv.",
  picture: (text) => `[Bild: ${text}]`,
  faultHeading: "Das hat nicht geklappt",
  faults: {
    "not-understood":
      "Ich habe deine Antwort nicht verstanden und nichts geändert. Bitte antworte noch einmal auf die Mail vor dieser, mit einem davon in der ersten Zeile: rückgängig, #tag, ordner: Name, notiz: …, lesen: 3 oder ? Wörter.",
    "too-late": `Deine Antwort kam zu spät, oder ihre Adresse ist unvollständig: Auf eine Mail kannst du ${DAYS} Tage lang antworten. Nichts wurde geändert. Bitte ändere es auf der Seite.`,
    "no-links":
      "Die Mail, auf die du geantwortet hast, hat keine Links gespeichert; also gibt es nichts zu ändern. Nichts wurde geändert.",
    "nothing-to-undo":
      "Es gibt nichts zurückzunehmen: Die Mail hat nichts geändert, oder ihre Links wurden inzwischen geändert.",
    "no-such-result": "Kein Ergebnis hat diese Nummer. Bitte suche zuerst, mit ? und Wörtern im Betreff.",
    "no-article": "Von dieser Seite ist kein Text in deinem Archiv. Hier ist ihre Adresse.",
    "invalid-search":
      "Ich habe diese Suche nicht verstanden. Bitte schreibe nur Wörter, oder lies die Hilfe auf der Seite.",
    "no-folder": "Diesen Ordner kann ich nicht anlegen. Nichts wurde geändert.",
  },
  footnote: (address, site) =>
    `Du bekommst das, weil Antworten per Mail für ${address} auf ${site} eingeschaltet sind, unter Einstellungen, E-Mail-Adressen.`,
};
