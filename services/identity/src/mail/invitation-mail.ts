import type { Address } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { formatInstant, type MailContent, siteOf } from "./content.ts";
import type { Mail } from "./mail.ts";

/** A mail to somebody whom the operator invited to make an account. */
interface InvitationMail {
  readonly address: Address;
  readonly locale: Locale;
  readonly expiresAt: Date;
  readonly publicUrl: string;
}

type Wording = Omit<MailContent, "language" | "action"> & { readonly label: string; readonly linkIntro: string };

const wordings: Readonly<Record<Locale, (site: string, until: string, address: Address) => Wording>> = {
  en: (site, until, address) => ({
    subject: `You are invited to ${site}`,
    preview: "A private archive for your links.",
    heading: "You are invited",
    lead: [
      `Whoever runs ${site} invites you to have an account there: Satchel keeps the links that you want to find again.`,
    ],
    label: "Make an account",
    linkIntro: "Or open this address:",
    context: [
      ["Enter ", { strong: address }, ", and type in the code that you are mailed. No password is needed."],
      [`The invitation is for this address alone, and can be used until ${until}.`],
    ],
    footnote: "You don't want an account? Then do nothing: none is made, and the invitation ends by itself.",
  }),
  de: (site, until, address) => ({
    subject: `Du bist zu ${site} eingeladen`,
    preview: "Ein privates Archiv für deine Links.",
    heading: "Du bist eingeladen",
    lead: [
      `Wer ${site} betreibt, lädt dich zu einem Konto dort ein: Satchel bewahrt die Links, die du wiederfinden willst.`,
    ],
    label: "Konto anlegen",
    linkIntro: "Oder öffne diese Adresse:",
    context: [
      ["Gib ", { strong: address }, " ein und dann den Code, der dir gemailt wird. Ein Passwort brauchst du nicht."],
      [`Die Einladung gilt nur für diese Adresse, und bis zum ${until}.`],
    ],
    footnote: "Du möchtest kein Konto? Dann tu nichts: Es wird keines angelegt, und die Einladung endet von selbst.",
  }),
};

/** Writes that mail. Its link is the landing page and has no secret: the code proves the address. */
export function composeInvitation({ address, locale, expiresAt, publicUrl }: InvitationMail): Mail {
  const wording = wordings[locale](siteOf(publicUrl), formatInstant(locale, expiresAt), address);
  const { label, linkIntro, ...content } = wording;
  const action = { kind: "link", label, url: new URL("/", publicUrl).href, linkIntro } as const;
  return compose(address, { ...content, language: locale, action });
}
