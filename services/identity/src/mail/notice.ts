import type { Address } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { type Phrase, singleLine, siteOf, formatInstant } from "./content.ts";
import type { Mail } from "./mail.ts";

/** The events of which an owner is informed: every new way into the account, and its end. */
export type NoticeKind =
  | "password-set"
  | "password-changed"
  | "password-removed"
  | "password-reset"
  | "passkey-added"
  | "passkey-removed"
  | "extension-connected"
  | "token-made"
  | "feed-made"
  /** A further address was confirmed. */
  | "address-added"
  /** The address of an e-reader was confirmed. */
  | "reader-added"
  | "account-erased";

/** A mail that informs the owner of an account, in case it was somebody else. */
export interface NoticeMail {
  readonly kind: NoticeKind;
  readonly address: Address;
  readonly locale: Locale;
  readonly at: Date;
  readonly publicUrl: string;
  /** The name of the passkey, the extension, the API token or the feed, or the address that was added, also of an e-reader. */
  readonly subject?: string;
}

interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly lead: Phrase;
  /** What to do if it was somebody else. It follows {@link notYou}. */
  readonly advice: string;
}

const english = (site: string, subject: string): Readonly<Record<NoticeKind, Wording>> => {
  const renew = `Then choose “Forgot password?” at ${site}: a new password signs everybody else out. Remove passkeys and addresses that are not yours, and secure this mailbox.`;
  return {
    "password-set": {
      subject: "Your Satchel account has a password now",
      heading: "A password was set",
      lead: [
        `Your account at ${site} can be opened with a password from now on. All other devices were signed out, and API tokens and addresses of feeds no longer work.`,
      ],
      advice: renew,
    },
    "password-changed": {
      subject: "Your Satchel password was changed",
      heading: "Your password was changed",
      lead: [
        `Your account at ${site} has a new password. All other devices were signed out, and API tokens and addresses of feeds no longer work.`,
      ],
      advice: renew,
    },
    "password-removed": {
      subject: "Your Satchel password was removed",
      heading: "Your password was removed",
      lead: [
        `Your account at ${site} no longer has a password: you sign in with a mailed code or a passkey. All other devices were signed out, and API tokens and addresses of feeds no longer work.`,
      ],
      advice: `Then sign in at ${site} with a mailed code and set a password: that signs everybody else out. Remove passkeys and addresses that are not yours, and secure this mailbox.`,
    },
    "password-reset": {
      subject: "Your Satchel password was reset",
      heading: "Your password was reset",
      lead: [
        `Your account at ${site} has a new password, chosen with a code that was mailed to you. All devices were signed out, and API tokens and addresses of feeds no longer work.`,
      ],
      advice: `Then somebody can read your mail. Secure this mailbox first, then choose “Forgot password?” at ${site}: a new password signs everybody else out.`,
    },
    "passkey-added": {
      subject: "A passkey was added to your Satchel account",
      heading: "A passkey was added",
      lead: ["The passkey ", { strong: subject }, ` opens your account at ${site} from now on.`],
      advice: `Then sign in at ${site}, remove the passkey under Settings, Security, and choose a new password there: that signs everybody else out.`,
    },
    "passkey-removed": {
      subject: "A passkey was removed from your Satchel account",
      heading: "A passkey was removed",
      lead: [
        "The passkey ",
        { strong: subject },
        ` no longer opens your account at ${site}. Your device may keep offering it until you delete it there too.`,
      ],
      advice: `Then sign in at ${site} with a mailed code, and choose a new password under Settings, Security: that signs everybody else out.`,
    },
    "extension-connected": {
      subject: "A browser extension was connected to your Satchel account",
      heading: "An extension was connected",
      lead: [
        "The ",
        { strong: subject },
        ` can save, show and change links in your archive at ${site} from now on. It can't change your password or addresses.`,
      ],
      advice: `Then sign in at ${site} and end its session under Settings, Security. Choose a new password there: that signs everybody else out.`,
    },
    "token-made": {
      subject: "An API token was created in your Satchel account",
      heading: "An API token was created",
      lead: [
        "Whoever has the token ",
        { strong: subject },
        ` can use your archive at ${site} as it allows from now on. It can't change your password or addresses.`,
      ],
      advice: `Then sign in at ${site} and revoke it under Settings, Apps and tokens. Choose a new password under Security: that signs everybody else out and revokes all tokens.`,
    },
    "feed-made": {
      subject: "A feed was created in your Satchel account",
      heading: "A feed was created",
      lead: [
        "Whoever has the address of the feed ",
        { strong: subject },
        ` can read the links that it shows at ${site} from now on, and nothing else.`,
      ],
      advice: `Then sign in at ${site} and end it under Settings, Apps and tokens. Choose a new password under Security: that signs everybody else out and ends all feeds.`,
    },
    "address-added": {
      subject: "An address was added to your Satchel account",
      heading: "An address was added",
      lead: [
        { strong: subject },
        ` belongs to your account at ${site} from now on: links mailed from it are saved, and a code mailed to it opens the account.`,
      ],
      advice: `Then sign in at ${site}, remove the address under Settings, Email addresses, and choose a new password under Security: that signs everybody else out.`,
    },
    "reader-added": {
      subject: "An e-reader was added to your Satchel account",
      heading: "An e-reader was added",
      lead: [`From now on your account at ${site} can send articles of your archive to `, { strong: subject }, "."],
      advice: `Then sign in at ${site}, remove the e-reader under Settings, Email addresses, and choose a new password under Security: that signs everybody else out.`,
    },
    "account-erased": {
      subject: "Your Satchel account was deleted",
      heading: "Your account was deleted",
      lead: [
        `Your account at ${site} is gone with all that was in it: links, folders, addresses and settings. This can't be undone.`,
      ],
      advice: `Then somebody had access to your account, perhaps through this mailbox: secure it first. You can register again at ${site} with the same address.`,
    },
  };
};

const german = (site: string, subject: string): Readonly<Record<NoticeKind, Wording>> => {
  const renew = `Dann wähle auf ${site} „Passwort vergessen?“: Ein neues Passwort meldet alle anderen ab. Entferne Passkeys und Adressen, die nicht deine sind, und sichere dieses Postfach.`;
  return {
    "password-set": {
      subject: "Dein Satchel-Konto hat jetzt ein Passwort",
      heading: "Passwort festgelegt",
      lead: [
        `Dein Konto auf ${site} lässt sich ab jetzt mit einem Passwort öffnen. Alle anderen Geräte wurden abgemeldet, und API-Tokens und Adressen von Feeds gelten nicht mehr.`,
      ],
      advice: renew,
    },
    "password-changed": {
      subject: "Dein Satchel-Passwort wurde geändert",
      heading: "Passwort geändert",
      lead: [
        `Dein Konto auf ${site} hat ein neues Passwort. Alle anderen Geräte wurden abgemeldet, und API-Tokens und Adressen von Feeds gelten nicht mehr.`,
      ],
      advice: renew,
    },
    "password-removed": {
      subject: "Dein Satchel-Passwort wurde entfernt",
      heading: "Passwort entfernt",
      lead: [
        `Dein Konto auf ${site} hat kein Passwort mehr: Du meldest dich mit einem gemailten Code oder einem Passkey an. Alle anderen Geräte wurden abgemeldet, und API-Tokens und Adressen von Feeds gelten nicht mehr.`,
      ],
      advice: `Dann melde dich auf ${site} mit einem gemailten Code an und lege ein Passwort fest: Das meldet alle anderen ab. Entferne Passkeys und Adressen, die nicht deine sind, und sichere dieses Postfach.`,
    },
    "password-reset": {
      subject: "Dein Satchel-Passwort wurde zurückgesetzt",
      heading: "Passwort zurückgesetzt",
      lead: [
        `Dein Konto auf ${site} hat ein neues Passwort, gewählt mit einem Code aus einer Mail an dich. Alle Geräte wurden abgemeldet, und API-Tokens und Adressen von Feeds gelten nicht mehr.`,
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

const wordings = { en: english, de: german } as const;

const notYou: Readonly<Record<Locale, string>> = { en: "This wasn't you?", de: "Das warst nicht du?" };

const footnotes: Readonly<Record<Locale, (time: string, address: Address) => string>> = {
  en: (time, address) => `Done on ${time} in the account of ${address}.`,
  de: (time, address) => `Geschehen am ${time} im Konto von ${address}.`,
};

/**
 * Writes the mail that informs an owner. It has no link, because people should not get used to signing in through a link
 * in a warning.
 */
export function composeNotice({ kind, address, locale, at, publicUrl, subject = "" }: NoticeMail): Mail {
  const { advice, ...wording } = wordings[locale](siteOf(publicUrl), singleLine(subject))[kind];
  const time = formatInstant(locale, at);
  return compose(address, {
    ...wording,
    language: locale,
    preview: time,
    context: [[{ strong: notYou[locale] }, ` ${advice}`]],
    footnote: footnotes[locale](time, address),
  });
}
