import { alternatives } from "./alternatives.ts";

const DEVICE = alternatives(
  "i(?:phone|pad|pod)",
  "android",
  "galaxy",
  "pixel",
  "samsung",
  "huawei",
  "xiaomi",
  "mobile",
  "phone",
  "handy",
  "smartphone",
  "blackberry",
  "windows",
  "mac",
);
const PROGRAM = alternatives(
  "outlook",
  "(?:\\S+ ){0,3}mail(?!ing)",
  "gmail",
  "spark",
  "mailspring",
  "thunderbird",
  "superhuman",
  "airmail",
  "edison",
  "k-9",
  "tutanota",
  "tuta",
  "hey",
  "fastmail",
  "em client",
  "avast",
  "avg",
  "apple news",
  "blue ?mail",
  "aqua ?mail",
  "canary",
  "boxer",
  "shortwave",
  "fairemail",
  "missive",
);
const FOOTER = new RegExp(
  `^(?:${[
    `sent (?:from|with|via|using|by) (?:my |an? |the |your )?(?:\\S+ ){0,3}${alternatives(DEVICE, PROGRAM)}`,
    `(?:get|download|try) (?:the )?${PROGRAM}`,
    `(?:shared|secured) (?:from|with|via) (?:the )?${PROGRAM}`,
    `yahoo mail ?[:–-] `,
    `(?:virus[- ]free|virenfrei|sans virus|garanti sans virus|libre de virus|livre de vírus|privo di virus|virusvrij|virusfri)\\. ?(?:www\\.|$)`,
    `this e-?mail (?:has been|is) (?:checked for|scanned for|free from|virus)`,
    `(?:cet e-?mail|este (?:correo|e-?mail)|questa e-?mail|dit e-?mailbericht) .{0,40}(?:avast|avg)`,
    `outlook (?:for|für|pour|para|per) (?:ios|android)`,
    `von (?:meinem|meiner) (?:\\S+ ){1,4}gesendet`,
    `von (?:meinem|meiner) (?:\\S+ ){0,3}${DEVICE}`,
    `gesendet (?:von|mit|über)(?: der| dem| meinem| meiner)? (?:\\S+ ){0,3}${alternatives(DEVICE, PROGRAM)}`,
    `diese (?:nachricht|e-mail) wurde (?:von|mit) `,
    `envoyé (?:de|depuis|à partir de|avec) (?:mon |ma )?(?:\\S+ ){0,3}${alternatives(DEVICE, PROGRAM)}`,
    `enviado (?:desde|do|de|con|com) (?:mi |meu )?(?:\\S+ ){0,3}${alternatives(DEVICE, PROGRAM)}`,
    `inviato (?:da|dal|con) (?:mio |il mio )?(?:\\S+ ){0,3}${alternatives(DEVICE, PROGRAM)}`,
    `(?:verstuurd|verzonden) (?:vanaf|met|via) (?:mijn )?(?:\\S+ ){0,3}${alternatives(DEVICE, PROGRAM)}`,
    `skickat från (?:min )?${DEVICE}`,
    `отправлено (?:с|из) `,
    `wysłan[eoy] z `,
    `(?:\\S+ ){0,1}iphone(?:から|傳|发)`,
    `发自我的`,
  ].join("|")})`,
  "iu",
);

// The beginning of all footers: a quick test that excludes nearly every line.
const FOOTER_BEGINS =
  /^(?:sent|shared|secured|get|download|try|outlook|yahoo|v|gesendet|diese|this|sans|garanti|libre|livre|privo|cet|este|questa|dit|envoy|enviado|inviato|skickat|отпр|wys|发自|.{0,12}iphone)/iu;

/** Whether the sender's signature stands below a line (RFC 3676 section 4.3). */
export const beginsSignature = (line: string): boolean => /^--\s*$/.test(line);

/** "-------- Forwarded message --------", in any language: no signature goes on below it. */
export const endsSignature = (line: string): boolean => /^[-–—=]{3,} ?[^\s=–—-].{0,80} ?[-–—=]{3,}$/.test(line);

/** Whether a line is what mail programs put under mails: "Sent from my iPhone". */
export function isProgramFooter(line: string): boolean {
  const text = line.trimStart().slice(0, 200);
  return FOOTER_BEGINS.test(text) && FOOTER.test(text.replace(/\s+/g, " "));
}

/**
 * Addresses that programs put under mails, with their paths: people don't mail them to save them. Outlook's, Yahoo's, Avast's and AVG's
 * own, as their mails have them.
 */
const ADVERTISEMENTS: Readonly<Record<string, RegExp>> = {
  "aka.ms": /^\/(?:o0ukef|ghei36|qtex0l|aab9ysg|weboutlook|learnaboutsenderidentification)(?:\?|$)/i,
  "avast.com": /^\/(?:[a-z-]{2,6}\/)?(?:sig-email|antivirus)/,
  "avg.com": /^\/(?:[a-z-]{2,6}\/)?(?:sig-email|email-signature)/,
  "mail.onelink.me": /^\//,
  "go.onelink.me": /^\/107872968/,
  "go.microsoft.com": /^\/fwlink\/\?linkid=550986(?:&|$)/i,
  "overview.mail.yahoo.com": /^\//,
};

/** Home pages that programs name under mails. A person may mail one of them, too: then it stands alone. */
const HOME_PAGES: ReadonlySet<string> = new Set([
  ..."avast.com avg.com tuta.com tutanota.com emclient.com getmailspring.com sparkmailapp.com".split(" "),
  ..."proton.me protonmail.com bluemail.me aqua-mail.com canarymail.io superhuman.com hey.com".split(" "),
  ..."apple.com/news tuta.com/free-email proton.me/mail/home bluemail.me/download".split(" "),
]);

const hostOf = (url: URL): string => url.hostname.replace(/^www\./, "");

/** Whether an address is a program's advertisement and nothing else. */
export const isAdvertisement = (url: URL): boolean =>
  ADVERTISEMENTS[hostOf(url)]?.test(url.pathname + url.search) ?? false;

/** Whether an address is a page that mail programs name under mails. */
export const isProgramPage = (url: URL): boolean => HOME_PAGES.has(`${hostOf(url)}${url.pathname.replace(/\/$/, "")}`);
