/** A link and where in the mail it stands: in what its sender wrote or forwarded, or in what is only quoted in an answer. */
export interface FoundLink {
  readonly url: string;
  readonly place: "own" | "quoted";
}

const words = (...alternatives: string[]): string => `(?:${alternatives.join("|")})`;

const FORWARDED = words(
  "forwarded message",
  "original message",
  "(?:weitergeleitete|ursprüngliche) (?:nachricht|e-mail)",
  "originalnachricht",
  "message (?:transféré|réexpédié|d'origine|original)",
  "mensaje (?:reenviado|original)",
  "mensagem (?:encaminhada|original)",
  "messaggio (?:inoltrato|originale)",
  "(?:doorgestuurd|oorspronkelijk) bericht",
  "vidarebefordrat meddelande",
  "(?:wiadomość przekazana|oryginalna wiadomość)",
  "пересылаемое сообщение",
  "转发的邮件|转发邮件|原始邮件",
  "転送(?:された)?メッセージ",
);
const FORWARD_RULE = new RegExp(`^[-–—_]{2,} ?${FORWARDED}`, "iu");
const FORWARD_LINE = new RegExp(
  `^${words(
    "begin forwarded message",
    "anfang der weitergeleiteten (?:nachricht|e-mail)",
    "début du message (?:transféré|réexpédié)",
    "inicio del mensaje reenviado",
    "início da mensagem (?:encaminhada|reencaminhada)",
    "inizio messaggio inoltrato",
    "begin doorgestuurd bericht",
    "початок|начало переадресованного сообщения",
    "以下是转发的邮件",
    "転送されたメッセージ",
  )} ?[:：]$`,
  "iu",
);

/** Whether a line says that a forwarded mail begins below it. */
export const beginsForward = (line: string): boolean => {
  const text = line.trim();
  if (text.length > 100) return false;
  if (/^[-–—_]{2}/.test(text)) return FORWARD_RULE.test(text.replace(/\s+/g, " "));
  return /[:：]$/.test(text) && FORWARD_LINE.test(text.replace(/\s+/g, " "));
};

const FROM = /^[*> ]*(?:from|von|de|da|van|från|fra|od|от|发件人|差出人)\*?\s?[:：]/iu;
const SUBJECT = /^[*> ]*(?:subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|temat|тема|主题|件名)\*?\s?[:：]/iu;

/** Whether the short header that Outlook and others put above a mail that is forwarded or answered begins at a line. */
export const beginsMailHeader = (lines: readonly string[], at: number): boolean =>
  FROM.test(lines[at]?.slice(0, 200) ?? "") &&
  lines.slice(at + 1, at + 7).some((line) => SUBJECT.test(line.slice(0, 200)));

const DEVICE = words(
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
const PROGRAM = words(
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
);
const FOOTER = new RegExp(
  `^(?:${[
    `sent (?:from|with|via|using|by) (?:my |an? |the |your )?(?:\\S+ ){0,3}${words(DEVICE, PROGRAM)}`,
    `(?:get|download|try) ${PROGRAM}`,
    `outlook (?:for|für|pour|para|per) (?:ios|android)`,
    `von (?:meinem|meiner) (?:\\S+ ){1,4}gesendet`,
    `von (?:meinem|meiner) (?:\\S+ ){0,3}${DEVICE}`,
    `gesendet (?:von|mit|über)(?: der| dem| meinem| meiner)? (?:\\S+ ){0,3}${words(DEVICE, PROGRAM)}`,
    `diese (?:nachricht|e-mail) wurde (?:von|mit) `,
    `envoyé (?:de|depuis|à partir de|avec) (?:mon |ma )?(?:\\S+ ){0,3}${words(DEVICE, PROGRAM)}`,
    `enviado (?:desde|do|de|con|com) (?:mi |meu )?(?:\\S+ ){0,3}${words(DEVICE, PROGRAM)}`,
    `inviato (?:da|dal|con) (?:mio |il mio )?(?:\\S+ ){0,3}${words(DEVICE, PROGRAM)}`,
    `(?:verstuurd|verzonden) (?:vanaf|met|via) (?:mijn )?(?:\\S+ ){0,3}${words(DEVICE, PROGRAM)}`,
    `skickat från (?:min )?${DEVICE}`,
    `отправлено (?:с|из) `,
    `wysłan[eoy] z `,
    `(?:\\S+ ){0,1}iphone(?:から|傳|发)`,
    `发自我的`,
  ].join("|")})`,
  "iu",
);

// What a footer begins with: nearly every line is told by it to be none.
const FOOTER_BEGINS =
  /^(?:sent|get|download|try|outlook|von|gesendet|diese|envoy|enviado|inviato|verst|verz|skickat|отпр|wys|发自|.{0,12}iphone)/iu;

/** Whether a line is what mail programs put under mails: "Sent from my iPhone". */
export function isProgramFooter(line: string): boolean {
  const text = line.trimStart().slice(0, 200);
  return FOOTER_BEGINS.test(text) && FOOTER.test(text.replace(/\s+/g, " "));
}

const UNSUBSCRIBE = words(
  "unsubscribe",
  "opt[- ]?out",
  "(?:newsletter )?ab(?:melden|bestellen)",
  "(?:se )?désabonner|(?:se )?désinscrire|désinscription|désabonnement",
  "darse de baja|cancelar (?:la |tu )?suscripción",
  "cancelar (?:a )?(?:inscrição|subscrição)",
  "disiscriviti|annulla l'iscrizione",
  "uitschrijven|afmelden",
  "avregistrera(?: dig)?",
  "wypisz się",
  "отписаться",
  "退订|取消订阅",
  "配信停止|登録解除",
  "(?:manage|update|change|edit) (?:your |my |email |mail |e-mail )*(?:preferences|subscriptions?)",
  "(?:email|e-mail|mail) preferences",
);
const UNSUBSCRIBE_LABEL = new RegExp(
  `^(?:click |tap |press |hier |jetzt |here |to |or |zum )*${UNSUBSCRIBE}(?: (?:here|now|hier|jetzt|ici|instantly|link|(?:from|von|de|vom) .{1,40}))?[.!»›>→: ]*$`,
  "iu",
);
const UNSUBSCRIBE_BEFORE = new RegExp(`(?:^|[\\s([|•·*-])${UNSUBSCRIBE}(?:[^.!?]{0,60})?$`, "iu");
const VAGUE =
  /^(?:(?:click |tap )?here|(?:klicken sie )?hier|ici|aquí|qui|this link|diesen link|link|https?:\S*)[.!]?$/iu;

/**
 * Whether a link ends a subscription, by its label and by what stands before it on its line: "unsubscribe", or "to unsubscribe click here".
 * A page about unsubscribing is no such link.
 */
export function endsSubscription(before: string, label: string): boolean {
  const text = label.slice(0, 200).replace(/\s+/g, " ").trim();
  if (text.length < 80 && UNSUBSCRIBE_LABEL.test(text)) return true;
  if (before.trim() === "" || !VAGUE.test(text)) return false;
  const near = before
    .slice(-160)
    .replace(/\s+/g, " ")
    .replace(/[ :<([]{1,5}$/, "");
  const found = near.search(UNSUBSCRIBE_BEFORE);
  return found !== -1 && !/(?:how to|wie man|comment)$/iu.test(near.slice(0, found));
}

const UNSUBSCRIBE_PATH =
  /^(?:unsubscribe|unsub|opt-?out|abmelde[ln]|abmeldung|abbestellen|desinscription|desabonnement|darse-de-baja|uitschrijven|list-unsubscribe|manage[-_]?(?:preferences|subscriptions?)|(?:e-?mail[-_]?)preferences)(?:\.\w+)?$/i;

/** Whether an address is one for ending a subscription, by a part of its path or a parameter that is called so. */
export const isSubscriptionAddress = (url: URL): boolean =>
  url.pathname.split("/").some((part) => UNSUBSCRIBE_PATH.test(part)) ||
  [...url.searchParams.keys()].some((name) => UNSUBSCRIBE_PATH.test(name));
