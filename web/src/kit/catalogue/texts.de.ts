import { importTexts, laterTexts, leftOutTexts, refusalTexts, texts } from "@satchel/contracts";
import type { Translation } from "../i18n/language.ts";

type Branch = { readonly [key: string]: string | Branch };

/** The error catalogue in English. */
export const english = {
  ...texts,
  ...laterTexts,
  refusals: refusalTexts,
  leftOut: leftOutTexts,
  importing: importTexts,
};

/** The error catalogue in German. */
export const catalogue: Translation<typeof english> = {
  unexpected: "Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es noch einmal.",
  offline: "Das geht erst wieder, wenn Satchel erreichbar ist. Bitte versuche es später noch einmal.",
  unexpectedResponse: "Unerwartete Antwort vom Server",
  verification: {
    invalid: "Der Code ist falsch oder abgelaufen. Bitte versuche es noch einmal.",
    failed: "Die Bestätigung ist fehlgeschlagen. Bitte versuche es noch einmal.",
    resendFailed: "Der Code konnte nicht noch einmal gesendet werden. Bitte versuche es noch einmal.",
    required: "Die E-Mail-Adresse muss bestätigt werden",
  },
  login: {
    invalid: "E-Mail-Adresse oder Passwort ist falsch",
    failed: "Die Anmeldung ist fehlgeschlagen. Bitte versuche es noch einmal.",
    passwordRequired: "Passwort erforderlich",
    suspended: "Dieses Konto ist gesperrt. Bitte frage den Betreiber dieses Servers.",
  },
  password: {
    tooShort: "Das Passwort braucht mindestens 6 Zeichen",
    tooLong: "Das Passwort darf höchstens 1000 Zeichen haben",
    wrongOld: "Das bisherige Passwort ist falsch.",
    alreadySet: "Dieses Konto hat schon ein Passwort.",
    none: "Dieses Konto hat kein Passwort.",
    mismatch: "Die neuen Passwörter stimmen nicht überein.",
    authentication: "Die Anmeldung gilt nicht mehr. Bitte melde dich noch einmal an.",
    set: "Das Passwort ist gesetzt.",
    setFailed: "Das Passwort konnte nicht gesetzt werden. Bitte versuche es noch einmal.",
    changed: "Das Passwort ist geändert.",
    changeFailed: "Das Passwort konnte nicht geändert werden. Bitte versuche es noch einmal.",
    removed: "Das Passwort ist entfernt.",
    removeFailed: "Das Passwort konnte nicht entfernt werden. Bitte versuche es noch einmal.",
  },
  reset: {
    invalid: "Der Code ist falsch oder abgelaufen. Bitte fordere einen neuen an.",
    requestFailed: "Der Code konnte nicht gesendet werden. Bitte versuche es noch einmal.",
    failed: "Das Passwort konnte nicht zurückgesetzt werden. Bitte versuche es noch einmal.",
    mismatch: "Die Passwörter stimmen nicht überein",
  },
  senderEmails: {
    loadFailed: "Die Adressen konnten nicht geladen werden.",
    invalid: "Bitte gib eine gültige E-Mail-Adresse ein.",
    taken: "Diese Adresse gehört schon zu einem anderen Konto.",
    added: "Die Adresse ist hinzugefügt.",
    addFailed: "Die Adresse konnte nicht hinzugefügt werden.",
    last: "Die letzte Absenderadresse kann nicht gelöscht werden.",
    primary: "Die Hauptadresse kann nicht gelöscht werden.",
    deleteFailed: "Die Adresse konnte nicht gelöscht werden.",
    removed: "Die Adresse ist entfernt.",
    notFound: "Adresse nicht gefunden",
    tooMany: "Mehr Adressen sind nicht möglich.",
    confirmation: "Der Bestätigungslink ist ungültig oder abgelaufen.",
  },
  account: { deleteFailed: "Das Konto konnte nicht gelöscht werden." },
  sessions: { notFound: "Sitzung nicht gefunden" },
  connections: {
    invalid: "Der Code für die Verbindung ist ungültig oder abgelaufen.",
  },
  tokens: {
    notFound: "API-Token nicht gefunden",
    tooMany: "Mehr API-Tokens sind nicht möglich.",
    smartFolder: "Ein API-Token kann nicht für einen intelligenten Ordner gelten.",
    name: "Bitte gib dem API-Token einen Namen.",
  },
  feeds: {
    notFound: "Feed nicht gefunden",
    folderGone: "Der Ordner dieses Feeds wurde gelöscht.",
    tooMany: "Mehr Feeds sind nicht möglich.",
    name: "Bitte gib dem Feed einen Namen.",
  },
  webhooks: {
    tooMany: "Mehr Webhooks sind nicht möglich.",
    paused: "Der Webhook ist angehalten.",
  },
  letters: {
    notFound: "Adresse nicht gefunden",
    tooMany: "Du hast so viele Adressen für Newsletter, wie möglich sind.",
    name: "Bitte gib der Adresse einen Namen.",
    tooManyMuted: "Du hast so viele Absender stummgeschaltet, wie möglich sind.",
    notEnded:
      "Der Server dieses Newsletters hat nicht wie erwartet geantwortet. Bitte öffne die letzte Ausgabe und beende ihn dort.",
  },
  subscriptions: { taken: "Diesen Feed hast du schon.", noFeed: "Hier ist kein lesbarer Feed." },
  passkeys: {
    invalid: "Dieser Passkey wurde nicht angenommen. Bitte versuche es noch einmal.",
    notFound: "Passkey nicht gefunden",
    exists: "Dieser Passkey ist schon eingetragen.",
    tooMany: "Mehr Passkeys sind nicht möglich.",
    notUsed: "Es wurde kein Passkey benutzt. Versuche es noch einmal, oder mach mit deiner E-Mail-Adresse weiter.",
    elsewhere: "Unter dieser Webadresse funktionieren Passkeys nicht.",
  },
  sso: {
    header: "Der Proxy nennt nicht genau eine gültige E-Mail-Adresse.",
    only: "Hier meldet man sich nur mit Single Sign-on an.",
    last: "Das ist deine einzige Anmeldung.",
    tooMany: "Mehr Anmeldungen sind nicht möglich.",
    taken: "Diese Anmeldung ist mit einem anderen Konto verbunden.",
    expired: "Diese Anmeldung hat zu lange gedauert.",
    away: "Diese Anmeldung ist gerade nicht erreichbar.",
  },
  registration: {
    failed: "Die Anfrage ist fehlgeschlagen. Bitte versuche es noch einmal.",
    closed: "Dieser Server nimmt für diese Adresse kein neues Konto an.",
  },
  session: {
    missing: "Nicht angemeldet",
    expired: "Die Sitzung ist abgelaufen. Bitte lade die Seite neu.",
    forged: "Die Anfrage kam nicht von dieser Seite",
  },
  links: {
    loadFailed: "Die Daten konnten nicht geladen werden. Bitte versuche es noch einmal.",
    listFailed: "Die Links konnten nicht geladen werden. Bitte versuche es noch einmal.",
    notFound: "Link nicht gefunden",
    badUrl: "Bitte gib eine gültige Webadresse ein.",
    search: "Die Suche ist nicht gültig",
    searchOrder: "Suchtreffer lassen sich nur nach den neuesten sortieren",
    undone: "Das lässt sich nicht mehr rückgängig machen.",
    full: "Dein Archiv ist voll: Es hat so viele Links, wie dieser Server für ein Konto erlaubt. Lösche einige, um neue zu speichern.",
  },
  files: {
    tooLarge: "Die Datei ist zu groß: Höchstens 15 MB können aufbewahrt werden",
    empty: "Die Datei ist leer",
    lost: "Die Datei wurde nicht gespeichert. Bitte sende sie noch einmal.",
  },
  texts: {
    none: "Nur der Text einer Notiz oder einer Textdatei kann geändert werden.",
    changed: "Dieser Text wurde inzwischen anderswo geändert.",
    empty: "Es gibt keinen Text, der behalten werden könnte.",
    tooLarge: "Der Text ist zu lang; höchstens 2 Millionen Zeichen können behalten werden",
  },
  copies: {
    notFound: "Kopie nicht gefunden",
    address: "Diese Adresse einer Kopie gilt nicht mehr. Bitte öffne die Kopie erneut.",
    noArticle: "Diese Kopie hat keinen Text zum Lesen.",
    tooLarge: "Die Seite ist zu groß; höchstens 20 MB können behalten werden",
    empty: "Die Seite ist leer",
  },
  http: {
    tooLarge: "Die Anfrage ist zu groß",
    mediaType: "Dieser Inhaltstyp wird nicht unterstützt",
    method: "Diese Methode ist nicht erlaubt",
  },
  lists: {
    cursor: "Ungültige Fortsetzung",
    tooDeep: "Diese Seite liegt zu weit hinten",
  },
  duplicates: {
    notMoved: "Dieser Link hat keine solche neue Adresse.",
    notSamePage: "Diese Links führen zu verschiedenen Seiten.",
    mergedNotes: "Zusammen sind die Notizen dieser Links zu lang.",
  },
  highlights: {
    notFound: "Markierung nicht gefunden",
    noWords: "Eine Markierung braucht ein Zitat mit Wörtern.",
    place: "Die Stelle einer Markierung beginnt vor ihrem Ende.",
    tooMany: "Dieser Link hat so viele Markierungen, wie er haben darf: 1.000. Lösche einige, um andere zu setzen.",
    full: "Dein Archiv hat so viele Markierungen, wie es haben darf: 50.000. Lösche einige, um andere zu setzen.",
  },
  tags: {
    notFound: "Schlagwort nicht gefunden",
    name: "Das Schlagwort darf nicht leer sein",
    tooMany: "Ein Link kann höchstens 50 Schlagwörter haben.",
  },
  imports: {
    notFound: "Import nicht gefunden",
    tooLarge: "Die Datei ist zu groß; höchstens 100 MB sind möglich",
    unknown: "Dieses Dateiformat kann nicht importiert werden",
    tooMany: "Andere Importe laufen noch. Bitte warte, bis sie fertig sind.",
  },
  captures: {
    notFound: "Diese Mail ist nicht mehr da.",
    nothingToUndo: "An dieser Mail gibt es nichts rückgängig zu machen.",
  },
  refusals: {
    "no-url": "In dieser Mail war kein Link.",
    unreadable: "Diese Mail war nicht lesbar. Bitte schick den Link in einer einfacheren.",
    "too-complex": "Diese Mail hat zu viele Teile. Bitte schick den Link in einer einfacheren.",
    "too-large": "Diese Mail war zu groß; höchstens 10 MB werden angenommen.",
    "too-many-links": "Diese Mail hatte zu viele Links; höchstens 100 werden angenommen.",
    "too-many-mails": "Zu viele Mails kamen innerhalb einer Stunde; die weiteren wurden nicht angenommen.",
    automatic: "Diese Mail kam von einer Maschine: eine automatische Antwort oder eine Mailingliste.",
    loop: "Diese Mail lief zwischen Mailservern im Kreis.",
    "answers-off": "Diese Mail bittet um eine Antwort, und Antworten per Mail sind nicht eingeschaltet.",
    "quoted-links":
      "Die Links dieser Mail stehen nur im zitierten Text, und sie kam nicht von deinem eigenen Mailserver.",
    "attachments-off": "In dieser Mail war kein Link, und dein Konto bewahrt Anhänge nicht auf.",
    "attachments-unusable": "In dieser Mail war kein Link, und keiner ihrer Anhänge lässt sich aufbewahren.",
    "attachments-full":
      "Für die Anhänge dieser Mail ist kein Platz: Deine Kopien belegen allen Speicher, der ihnen zusteht.",
    "remind-unclear": "Diese Mail will an einem Tag erinnern, der nicht zu verstehen ist.",
  },
  leftOut: {
    off: "Dein Konto bewahrt Anhänge nicht auf.",
    kind: "Dateien dieser Art werden nicht aufbewahrt.",
    unreadable: "Diese Datei ist nicht lesbar.",
    "too-many": "Diese Mail hatte mehr Anhänge, als von einer aufbewahrt werden.",
    "no-room": "Deine Kopien belegen allen Speicher, der ihnen zusteht.",
  },
  folders: {
    exists: "Einen Ordner mit diesem Namen gibt es schon.",
    existsHere: "Einen Ordner mit diesem Namen gibt es hier schon.",
    depth: "Ordner gehen höchstens 2 Ebenen tief.",
    notFound: "Ordner nicht gefunden. Vielleicht wurde er schon gelöscht.",
    parentNotFound: "Der übergeordnete Ordner wurde nicht gefunden",
    name: "Der Name des Ordners darf nicht leer sein",
    nameTooLong: "Der Name des Ordners darf höchstens 100 Zeichen haben",
    tooMany: "Mehr Ordner sind nicht möglich.",
    intoItself: "Ein Ordner kann nicht in sich selbst verschoben werden",
    intoDescendant: "Ein Ordner kann nicht in einen seiner Unterordner verschoben werden",
    intoFull: "Ordner gehen höchstens 2 Ebenen tief; hier passt keiner mehr hinein",
    emoji: "Bitte wähle ein einzelnes Emoji.",
    search: "Diese Suche taugt nicht für einen intelligenten Ordner. Bitte prüfe sie.",
    tooManySmart: "Mehr intelligente Ordner sind nicht möglich.",
    intoSmart: "In einem intelligenten Ordner können keine Ordner liegen",
    notSmart: "Nur ein intelligenter Ordner hat eine Suche.",
    createFailed: "Der Ordner konnte nicht angelegt werden. Bitte versuche es noch einmal.",
    createSubfolderFailed: "Der Unterordner konnte nicht angelegt werden. Bitte versuche es noch einmal.",
    deleteFailed: "Der Ordner konnte nicht gelöscht werden. Bitte versuche es noch einmal.",
    reorderNotFound: "Die Ordner zum Umordnen wurden nicht gefunden",
    reorderNowhere: "Die neue Stelle war nicht zu erkennen",
    reorderFailed: "Der Ordner konnte nicht verschoben werden",
  },
  server: {
    conflict: "Jemand hat das im selben Moment geändert. Bitte versuche es noch einmal.",
    unavailable: "Satchel ist gerade nicht bereit dafür. Bitte versuche es gleich noch einmal.",
    tooMany: "Zu viele Anfragen. Bitte versuche es später noch einmal.",
    notFound: "Nicht gefunden",
    invalid: "Die Anfrage ist nicht gültig",
  },
  importing: {
    noAddress: "Dieser Eintrag hat keine Adresse.",
    noWebAddress: "Das ist keine Webadresse.",
    otherScheme: "Nur Adressen, die mit http: oder https: beginnen, sind Webadressen.",
    longAddress: "Die Adresse ist zu lang.",
    noLink:
      "Dieser Eintrag ist eine Notiz oder eine Datei und kein Link. Er kann für sich hinzugefügt werden, als Datei.",
    noBookmark: "Dieser Eintrag ist kein Lesezeichen.",
    tooLong: "Dieser Eintrag ist zu lang.",
    smartList: "Diese Liste ist eine Suche von Karakeep. Ein intelligenter Ordner kann sie ersetzen.",
    mail: "Das ist eine Mail: Ihr Text steht nicht in dieser Datei.",
    noWords: "Dieser Eintrag hat keine markierten Wörter.",
    noSuchTitle: "Kein gespeicherter Link hat diesen Titel, und die Datei nennt keine Adresse.",
    notSaved: "Die Seite dieser Markierung wurde nicht gespeichert.",
    notOfRaindrop: "Diese Markierungen sind nicht so geschrieben, wie Raindrop sie schreibt.",
    largeInArchive: "Diese Datei des Archivs ist zu groß.",
    failed: "Die Datei konnte nicht importiert werden.",
    gone: "Die Datei ist nicht mehr da.",
    newer: "Die Datei stammt von einer neueren Version von Satchel.",
    noJson: "Die Datei ist kein gültiges JSON.",
    cutOff: "Die Datei bricht mittendrin ab.",
    noCsv: "Die Datei ist kein gültiges CSV.",
    longRow: "Eine Zeile der Datei ist zu lang; vielleicht fehlt ein Anführungszeichen.",
    openQuote: "Die Datei bricht mittendrin ab: Ein Anführungszeichen fehlt.",
    openTag: "Ein Tag oder Kommentar der Datei hat kein Ende.",
    archive: "Das Archiv kann nicht gelesen werden.",
    emptyArchive: "In dem Archiv sind keine Lesezeichen in einem bekannten Format.",
    largeArchive: "Das Archiv ist entpackt zu groß.",
    manyInArchive: "Das Archiv hat mehr als 50.000 Dateien.",
  },
};

function byText(original: Branch, translated: Branch): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, text] of Object.entries(original)) {
    const other = translated[key];
    if (typeof text === "string" && typeof other === "string") found[text] = other;
    else if (typeof text === "object" && typeof other === "object") Object.assign(found, byText(text, other));
  }
  return found;
}

/** German sentences by the English ones, so that the server's messages can be looked up. */
export default byText(english, catalogue);
