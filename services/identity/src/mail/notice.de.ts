import { WEBHOOK_FAILING_DAYS } from "@satchel/contracts";
import type { NoticeKind, Wording } from "./notice-wording.ts";

/** @param site the host of this server @param subject of the notice */
export const german = (site: string, subject: string): Readonly<Record<NoticeKind, Wording>> => {
  const renew = `Dann wähle auf ${site} „Passwort vergessen?“: Ein neues Passwort meldet alle anderen ab. Entferne Passkeys und Adressen, die nicht deine sind, und sichere dieses Postfach.`;
  return {
    "password-set": {
      subject: "Dein Satchel-Konto hat jetzt ein Passwort",
      heading: "Passwort festgelegt",
      lead: [
        `Dein Konto auf ${site} lässt sich ab jetzt mit einem Passwort öffnen. Alle anderen Geräte wurden abgemeldet, und API-Tokens, Adressen von Feeds und Webhooks gelten nicht mehr.`,
      ],
      advice: renew,
    },
    "password-changed": {
      subject: "Dein Satchel-Passwort wurde geändert",
      heading: "Passwort geändert",
      lead: [
        `Dein Konto auf ${site} hat ein neues Passwort. Alle anderen Geräte wurden abgemeldet, und API-Tokens, Adressen von Feeds und Webhooks gelten nicht mehr.`,
      ],
      advice: renew,
    },
    "password-removed": {
      subject: "Dein Satchel-Passwort wurde entfernt",
      heading: "Passwort entfernt",
      lead: [
        `Dein Konto auf ${site} hat kein Passwort mehr: Du meldest dich mit einem gemailten Code oder einem Passkey an. Alle anderen Geräte wurden abgemeldet, und API-Tokens, Adressen von Feeds und Webhooks gelten nicht mehr.`,
      ],
      advice: `Dann melde dich auf ${site} mit einem gemailten Code an und lege ein Passwort fest: Das meldet alle anderen ab. Entferne Passkeys und Adressen, die nicht deine sind, und sichere dieses Postfach.`,
    },
    "password-reset": {
      subject: "Dein Satchel-Passwort wurde zurückgesetzt",
      heading: "Passwort zurückgesetzt",
      lead: [
        `Dein Konto auf ${site} hat ein neues Passwort, gewählt mit einem Code aus einer Mail an dich. Alle Geräte wurden abgemeldet, und API-Tokens, Adressen von Feeds und Webhooks gelten nicht mehr.`,
      ],
      advice: `Dann liest jemand deine Mails. Sichere zuerst dieses Postfach und wähle dann auf ${site} „Passwort vergessen?“: Ein neues Passwort meldet alle anderen ab.`,
    },
    "passkey-added": {
      subject: "Dein Satchel-Konto hat einen neuen Passkey",
      heading: "Passkey hinzugefügt",
      lead: ["Der Passkey ", { strong: subject }, ` öffnet ab jetzt dein Konto auf ${site}.`],
      advice: `Dann melde dich auf ${site} an, entferne den Passkey unter Einstellungen, Sicherheit, und wähle dort ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "passkey-removed": {
      subject: "Ein Passkey wurde aus deinem Satchel-Konto entfernt",
      heading: "Passkey entfernt",
      lead: [
        "Der Passkey ",
        { strong: subject },
        ` öffnet dein Konto auf ${site} nicht mehr. Dein Gerät bietet ihn vielleicht weiter an, bis du ihn auch dort löschst.`,
      ],
      advice: `Dann melde dich auf ${site} mit einem gemailten Code an und wähle unter Einstellungen, Sicherheit, ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "sign-in-connected": {
      subject: `${subject} öffnet jetzt dein Satchel-Konto`,
      heading: "Anmeldung verbunden",
      lead: ["Wer bei ", { strong: subject }, ` als du angemeldet ist, öffnet ab jetzt dein Konto auf ${site}.`],
      advice: `Dann melde dich auf ${site} an, trenne die Verbindung unter Einstellungen, Sicherheit, und beende dort die Sitzungen, die nicht deine sind. Sichere dieses Postfach.`,
    },
    "sign-in-disconnected": {
      subject: `${subject} öffnet dein Satchel-Konto nicht mehr`,
      heading: "Anmeldung getrennt",
      lead: ["Eine Anmeldung bei ", { strong: subject }, ` öffnet dein Konto auf ${site} nicht mehr.`],
      advice: `Dann melde dich auf ${site} an und beende unter Einstellungen, Sicherheit, die Sitzungen, die nicht deine sind.`,
    },
    "extension-connected": {
      subject: "Eine Erweiterung wurde mit deinem Satchel-Konto verbunden",
      heading: "Erweiterung verbunden",
      lead: [
        "Eine Browser-Erweiterung (",
        { strong: subject },
        `) kann ab jetzt in deinem Archiv auf ${site} Links speichern, zeigen und ändern. Passwort und Adressen kann sie nicht ändern.`,
      ],
      advice: `Dann melde dich auf ${site} an und beende ihre Sitzung unter Einstellungen, Sicherheit. Wähle dort ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "token-made": {
      subject: "Dein Satchel-Konto hat ein neues API-Token",
      heading: "API-Token angelegt",
      lead: [
        "Wer das Token ",
        { strong: subject },
        ` hat, kann ab jetzt dein Archiv auf ${site} so nutzen, wie es erlaubt. Passwort und Adressen lassen sich damit nicht ändern.`,
      ],
      advice: `Dann melde dich auf ${site} an und beende es unter Einstellungen, Apps und Tokens. Wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab und beendet alle Tokens.`,
    },
    "feed-made": {
      subject: "Dein Satchel-Konto hat einen neuen Feed",
      heading: "Feed angelegt",
      lead: [
        "Wer die Adresse des Feeds ",
        { strong: subject },
        ` hat, kann ab jetzt die Links lesen, die er auf ${site} zeigt, und nichts sonst.`,
      ],
      advice: `Dann melde dich auf ${site} an und beende ihn unter Einstellungen, Apps und Tokens. Wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab und beendet alle Feeds.`,
    },
    "share-made": {
      subject: "Aus deinem Satchel-Konto wird etwas geteilt",
      heading: "Du teilst etwas",
      lead: [
        "Wer die Adresse von ",
        { strong: subject },
        ` hat, kann es ab jetzt auf ${site} sehen, und nichts sonst aus deinem Archiv. Ein neues Passwort beendet das nicht.`,
      ],
      advice: `Dann melde dich auf ${site} an, beende es unter Einstellungen, Geteilt, und wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "webhook-made": {
      subject: "Dein Satchel-Konto hat einen neuen Webhook",
      heading: "Webhook angelegt",
      lead: [
        `Was in deinem Archiv auf ${site} geschieht, wird ab jetzt gesendet an `,
        { strong: subject },
        `: Adressen, Titel und Schlagwörter von Links, so wie der Webhook es sagt.`,
      ],
      advice: `Dann melde dich auf ${site} an und beende ihn unter Einstellungen, Apps und Tokens. Wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab und beendet alle Webhooks.`,
    },
    "webhook-failing": {
      subject: "Ein Webhook deines Satchel-Kontos wurde angehalten",
      heading: "Webhook angehalten",
      lead: [
        { strong: subject },
        ` hat seit ${WEBHOOK_FAILING_DAYS} Tagen keine Anfrage angenommen, deshalb wird nichts mehr dorthin gesendet. Das Protokoll in deinem Konto auf ${site}, Einstellungen, Apps und Tokens, sagt warum; dort kannst du ihn fortsetzen.`,
      ],
      question: "Nicht dein Webhook?",
      advice: `Dann melde dich auf ${site} an, beende den Webhook unter Einstellungen, Apps und Tokens, und wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "webhook-gone": {
      subject: "Ein Webhook deines Satchel-Kontos wurde angehalten",
      heading: "Webhook angehalten",
      lead: [
        { strong: subject },
        ` hat geantwortet, dass dort keine Anfragen mehr erwünscht sind (410 Gone), deshalb wird nichts mehr dorthin gesendet. Fortsetzen kannst du den Webhook in deinem Konto auf ${site}, Einstellungen, Apps und Tokens.`,
      ],
      question: "Nicht dein Webhook?",
      advice: `Dann melde dich auf ${site} an, beende den Webhook unter Einstellungen, Apps und Tokens, und wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "address-added": {
      subject: "Dein Satchel-Konto hat eine weitere Adresse",
      heading: "Adresse hinzugefügt",
      lead: [
        { strong: subject },
        ` gehört ab jetzt zu deinem Konto auf ${site}: Links, die von dort gemailt werden, werden gespeichert, und ein Code an diese Adresse öffnet das Konto.`,
      ],
      advice: `Dann melde dich auf ${site} an, entferne die Adresse unter Einstellungen, E-Mail-Adressen, und wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "reader-added": {
      subject: "Dein Satchel-Konto hat einen weiteren E-Reader",
      heading: "E-Reader hinzugefügt",
      lead: [`Ab jetzt kann dein Konto auf ${site} Artikel deines Archivs senden an `, { strong: subject }, "."],
      advice: `Dann melde dich auf ${site} an, entferne den E-Reader unter Einstellungen, E-Mail-Adressen, und wähle unter Sicherheit ein neues Passwort: Das meldet alle anderen ab.`,
    },
    "account-erased": {
      subject: "Dein Satchel-Konto wurde gelöscht",
      heading: "Konto gelöscht",
      lead: [
        `Dein Konto auf ${site} ist gelöscht, mit allem, was darin war: Links, Ordnern, Adressen und Einstellungen. Das lässt sich nicht rückgängig machen.`,
      ],
      advice: `Dann hatte jemand Zugang zu deinem Konto, vielleicht über dieses Postfach: Sichere es zuerst. Mit derselben Adresse kannst du auf ${site} neu beginnen.`,
    },
  };
};
