import type { Address } from "@satchel/chassis";
import { CONFIRMATION_SECONDS, type Locale } from "@satchel/contracts";
import { compose } from "./compose.ts";
import { type MailAction, type MailContent, siteOf } from "./content.ts";
import type { Mail } from "./mail.ts";

/** A mail that asks the owner of an address whether an account may add it. */
interface ConfirmAddressMail {
  /** The address that is asked. */
  readonly address: Address;
  readonly account: Address;
  /** The link that confirms, with its token. */
  readonly url: string;
  readonly locale: Locale;
  readonly publicUrl: string;
}

const HOURS = CONFIRMATION_SECONDS / 3600;

type Wording = Omit<MailContent, "language" | "action"> &
  Pick<Extract<MailAction, { kind: "link" }>, "label" | "linkIntro">;

const wordings: Readonly<Record<Locale, (site: string, mail: ConfirmAddressMail) => Wording>> = {
  en: (site, { address, account }) => ({
    subject: "Confirm this address for Satchel",
    preview: `Valid for ${HOURS} hours. Unless you confirm, nothing happens.`,
    heading: "Is this your address?",
    lead: [
      { strong: account },
      ` would like to use ${site} with the address `,
      { strong: address },
      ". If that is you, sign in to that account and confirm the address.",
    ],
    label: "Confirm this address",
    linkIntro: "Or open this link:",
    context: [
      [
        "From then on, links mailed from this address are saved in that account, and the account can be opened by a code mailed to this address.",
      ],
      [`The link is valid for ${HOURS} hours and works once.`],
    ],
    footnote: `You don't know ${account}, or did not ask for this? Then do nothing: the address is not used.`,
  }),
  de: (site, { address, account }) => ({
    subject: "Bestätige diese Adresse für Satchel",
    preview: `${HOURS} Stunden gültig. Ohne Bestätigung geschieht nichts.`,
    heading: "Ist das deine Adresse?",
    lead: [
      { strong: account },
      ` möchte ${site} mit der Adresse `,
      { strong: address },
      " nutzen. Wenn du das bist, bestätige sie, während du in diesem Konto angemeldet bist.",
    ],
    label: "Adresse bestätigen",
    linkIntro: "Oder öffne diesen Link:",
    context: [
      [
        "Danach werden Links, die von dieser Adresse gemailt werden, in diesem Konto gespeichert, und das Konto lässt sich mit einem Code öffnen, der an diese Adresse geht.",
      ],
      [`Der Link gilt ${HOURS} Stunden und nur einmal.`],
    ],
    footnote: `Du kennst ${account} nicht oder hast das nicht veranlasst? Dann tu nichts: Die Adresse wird nicht verwendet.`,
  }),
};

export function composeConfirmAddress(mail: ConfirmAddressMail): Mail {
  const { address, locale, url, publicUrl } = mail;
  const { label, linkIntro, ...wording } = wordings[locale](siteOf(publicUrl), mail);
  return compose(address, { ...wording, language: locale, action: { kind: "link", label, url, linkIntro } });
}
