import type { Wall } from "./extraction.ts";

/** The name of a wall's vendor, or the number of an incident, at the end of a title. */
const SIGNED = String.raw`(?:\s*[|·•–—-]\s*(?:cloudflare|vercel|datadome|sucuri.{0,30}|akamai|imperva|incapsula|ddos-guard|amazon.{0,10})|\s*\(.{1,40}\)|\s*#\s?[\w.-]{1,40})?`;

/** Any name behind a separator, since the site's is not always known. */
const NAMED = String.raw`(?:\s*[|·•–—-]\s.{1,50})?`;

/** A pattern for a whole title. @param behind pattern of what may follow the phrase */
function whole(behind: string, ...phrases: string[]): RegExp {
  return new RegExp(`^(?:${phrases.join("|")})[.!?]*${behind}$`, "u");
}

const BOT_CHECKS = whole(
  SIGNED,
  "just a moment",
  "attention required",
  "one more step",
  "checking (?:your|the) browser(?: before accessing.{0,80})?",
  "please wait(?: while (?:we|your).{0,80})?",
  "please wait for verification",
  "verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot)",
  "verification required",
  "(?:human|security|browser|bot) (?:verification|check|challenge)",
  "security (?:check|checkpoint|challenge)(?: required)?",
  "(?:vercel )?security checkpoint",
  "we'?re verifying your browser",
  "are you (?:a )?(?:human|robot|bot)",
  "are you human, or a robot",
  "robot or human",
  "robot check",
  "(?:making sure|let's confirm|confirm|prove) (?:that )?you(?:'re| are) (?:not a (?:ro)?bot|(?:a )?human)",
  "captcha(?: challenge)?",
  "ddos-guard|ddos protection by.{1,40}",
  "pardon our interruption",
  "please (?:enable|turn on) (?:javascript|cookies|js)(?: and (?:javascript|cookies))?(?: to continue.{0,60})?",
  "javascript (?:is )?(?:not available|disabled|required)|browser not supported|unsupported browser",
  "(?:you are being|you're being) redirected",
  "unusual traffic.{0,80}",
  "sucuri website firewall.{0,40}",
  "request unsuccessful\\. incapsula incident.{0,80}",
  // German
  "nur einen moment(?: bitte)?|einen moment,? bitte|bitte warten(?: sie)?",
  "sicherheits(?:überprüfung|check|prüfung|kontrolle)|überprüfung(?: ihres browsers)?",
  "sind sie ein (?:mensch|roboter)|bist du ein (?:mensch|roboter)|ich bin kein roboter",
  "(?:ihr browser wird|browser wird) (?:überprüft|geprüft)",
  // French
  "un instant(?: s'il vous pla[iî]t)?|un moment(?:,? s'il vous pla[iî]t)?|veuillez patienter",
  "(?:êtes-vous|etes-vous|vous êtes) (?:un )?(?:humain|robot)|v[ée]rification(?: de s[ée]curit[ée]| en cours)",
  // Spanish
  "(?:espere|espera)(?: un (?:momento|segundo))?(?:,? por favor)?|un momento(?:,? por favor)?",
  "¿?(?:eres|es usted) (?:un )?(?:humano|robot)|(?:verificaci[oó]n|comprobaci[oó]n) de seguridad",
);

const CONSENTS = whole(
  NAMED,
  "before you continue(?: to .{1,40})?",
  "bevor sie (?:fortfahren|zu .{1,40} weitergehen)|bevor du (?:fortfährst|weitermachst)",
  "avant d'acc[ée]der à .{1,40}|avant de continuer(?: vers .{1,40})?",
  "antes de (?:continuar|ir a)(?: a| en)?(?: .{1,40})?",
  "(?:we value|your) (?:your )?privacy(?: choices)?",
  "(?:cookie|privacy|consent)[ -](?:consent|wall|settings|preferences|gate|choices)",
  "(?:accept|manage) (?:all )?cookies(?: to continue)?",
  "your data\\. your (?:experience|choice)",
  "ihre (?:privatsphäre|datenschutzeinstellungen)(?: ist uns wichtig)?|datenschutz-?einstellungen|cookie-?einstellungen|cookie-?zustimmung|zustimmung",
  "mit werbung (?:weiterlesen|lesen|nutzen)|.{0,40}mit oder ohne werbung.{0,40}",
  "(?:votre vie privée|vos donn[ée]es)(?: nous importe.{0,20})?|gestion des cookies|param[eè]tres des cookies",
  "tu privacidad(?: es importante.{0,20})?|(?:configuraci[oó]n|preferencias) de cookies",
);

const SIGN_IN = "(?:sign|log)[ -]?in";
const LOGINS = whole(
  NAMED,
  SIGN_IN,
  `${SIGN_IN} (?:or|/|&|and) (?:sign[ -]?up|register|create (?:an )?account)`,
  "(?:sign[ -]?up|register)(?: or (?:sign|log)[ -]?in)?|join .{1,30} today",
  `(?:please )?${SIGN_IN} to (?:continue|your account|view.{0,60}|access.{0,60}|see.{0,60}|.{1,30})`,
  `log into .{1,30}|you must (?:be logged|log|sign) in.{0,60}|${SIGN_IN} required|authentication required|single sign[ -]on`,
  // German
  "(?:bitte )?(?:anmelden|anmeldung|einloggen|melde dich an|melden sie sich an)(?: (?:bei|oder registrieren|um fortzufahren).{0,40})?|login erforderlich",
  // French
  "(?:se connecter|connexion|connectez-vous|identifiez-vous|s'identifier|s'inscrire)(?: (?:à|pour|ou).{0,50})?",
  // Spanish
  "(?:iniciar sesi[oó]n|inicia sesi[oó]n|inicie sesi[oó]n|acceder|entrar|iniciar sesi[oó]n o registrarse)(?: (?:en|para).{0,50})?",
);

const NOT_FOUND =
  "(?:(?:this|the|that) )?(?:page|site|content|article|url|file|document|resource|product)(?: you requested| you(?:'re| are) looking for)?";
const ERRORS = whole(
  NAMED,
  "(?:error )?(?:400|401|403|404|410|429|451|500|502|503|504)(?: error)?(?:[ :,–-]+(?:not found|forbidden|bad gateway|gone|.{0,12}unavailable|.{0,20}not found|unauthorized|too many requests|internal server error|gateway time-?out|.{0,30}(?:nicht gefunden|introuvable|no encontrada)))?",
  "access (?:to this page has been |is |was )?denied|(?:request |you have been |you've been |sorry,? you have been )?blocked|forbidden",
  `(?:sorry,? |oops,? |error:? )?(?:${NOT_FOUND} )?(?:(?:was |is |could |can)?(?:not|n't|not be) (?:be )?(?:found|available|exist(?:s)?)|(?:is |is currently )?(?:no longer available|unavailable|gone|missing)|(?:is|was|does|could|can)(?: not|n't)(?: be)? (?:found|available|exist)|has been (?:removed|deleted))`,
  "(?:oops|whoops|uh oh)(?:[,!.]* .{0,60})?|sorry,? (?:something went wrong.{0,40}|.{0,30}(?:not found|error))",
  "something went wrong.{0,40}|an error (?:has )?occurred|error|server error|service (?:temporarily )?unavailable|bad gateway|internal server error|gateway time-?out|too many requests|(?:site )?(?:under|down for) maintenance|we'll be (?:right )?back.{0,20}|domain (?:is )?for sale|this site can't be reached|not available in your (?:country|region)",
  // German
  "(?:fehler(?: \\d{3})?:? ?)?(?:diese |die )?(?:angeforderte )?(?:seite|datei|artikel|inhalt)?(?: (?:wurde|konnte|existiert|ist))?(?: leider)? ?nicht (?:gefunden(?: werden)?|verfügbar|mehr verfügbar|vorhanden|erreichbar)|zugriff (?:verweigert|gesperrt)|fehler(?: \\d{3})?|wartungsarbeiten|ein fehler ist aufgetreten",
  // French
  "(?:erreur(?: \\d{3})?:? ?)?(?:cette |la )?page(?: demandée| que vous (?:cherchez|recherchez))?(?: est)?(?: introuvable| non trouvée| n'existe (?:pas|plus)| n'est (?:pas|plus) disponible| n'a pas été trouvée)|acc[eè]s (?:refus[ée]|interdit)|erreur(?: \\d{3})?|une erreur (?:est survenue|s'est produite)|oups.{0,40}",
  // Spanish
  "(?:error(?: \\d{3})?:? ?)?(?:la |esta )?p[aá]gina (?:no (?:encontrada|disponible|existe|se (?:ha )?encontr[oó])|solicitada no.{0,30})|acceso (?:denegado|prohibido)|error \\d{3}|se ha producido un error|ups.{0,40}",
);

/** Titles of walls by their kind; the first match counts. */
export const PHRASES: readonly (readonly [Wall, RegExp])[] = [
  ["bot-check", BOT_CHECKS],
  ["consent", CONSENTS],
  ["login", LOGINS],
  ["error", ERRORS],
];

/**
 * Marks of bot checks in a page's source, and the number of words below which they count: ordinary pages, which have more,
 * may contain the same scripts.
 */
export const MARKS: readonly { mark: string; below: number }[] = [
  { mark: "_cf_chl_opt", below: 150 }, // Cloudflare's challenge, but not its detection on ordinary pages
  { mark: "cf-challenge-running", below: 150 },
  { mark: "geo.captcha-delivery.com", below: 60 }, // DataDome
  { mark: "ct.captcha-delivery.com", below: 60 },
  { mark: 'id="px-captcha"', below: 150 }, // PerimeterX
  { mark: "_Incapsula_Resource?", below: 15 },
  { mark: "/errors/validateCaptcha", below: 150 }, // Amazon
  { mark: "window.gokuProps", below: 60 }, // AWS WAF
  { mark: "/.within.website/x/cmd/anubis", below: 150 },
  { mark: "/sorry/index?continue=", below: 150 }, // Google
  { mark: "window.KPSDK", below: 5 }, // Kasada
];

/** Addresses of walls without scheme and `www.`, at which a redirect may end. */
export const ADDRESSES: readonly (readonly [Wall, RegExp])[] = [
  [
    "consent",
    /^consent\.(?:youtube|google|yahoo)\.[a-z.]+\/|^guce\.[a-z]+\.com\/|^[^/]+\/(?:cookie-?consent|consent-?wall|privacygate|privacy-gate)(?:[/?]|$)/,
  ],
  [
    "bot-check",
    /^google\.[a-z.]+\/sorry\/|^[^/]+\/(?:cdn-cgi\/challenge|errors\/validateCaptcha|captcha(?:[/?]|$))|^validate\.perfdrive\.com\//,
  ],
  [
    "login",
    /^(?:accounts\.google\.com|login\.microsoftonline\.com|login\.live\.com|id\.atlassian\.com)\/|^[^/?]+\/(?:[^?]*\/)?(?:log-?in|sign-?in|authwall|auth\/login|users\/sign_in|accounts\/login|wp-login\.php|signup|sso|anmelden|connexion|iniciar-sesion)(?:\.\w{2,5})?\/?(?:\?|$)/i,
  ],
];

/** Addresses without scheme and `www.` of pages that look like walls but were saved on purpose. */
export const SAVED_ON_PURPOSE: readonly (readonly [Wall, RegExp])[] = [
  ...ADDRESSES,
  [
    "consent",
    /^[^/]+\/.*(?:privacy|cookie|consent|datenschutz|privatsphaere|zustimmung|confidentialite|vie-privee|privacidad)/i,
  ],
];
