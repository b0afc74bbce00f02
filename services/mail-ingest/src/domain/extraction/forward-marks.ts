import { alternatives } from "./alternatives.ts";

// The words are those of the programs' own translations, as the test mails of crisp-oss/email-forward-parser show them (Apple Mail,
// Gmail, Outlook, Thunderbird, Yahoo, HubSpot, IONOS, MailMate), and of mails that were seen.

/** Between rules of dashes: "---------- Forwarded message ---------". */
const FORWARDED = alternatives(
  "forwarded message",
  "weitergeleitete (?:nachricht|e-mail)",
  "message (?:transféré|réexpédié|transmis)",
  "mensaje reenviado",
  "mensagem (?:encaminhada|reencaminhada)",
  "messaggio inoltrato",
  "doorgestuurd bericht",
  "vidarebefordrat meddelande",
  "videresendt (?:meddelelse|melding)",
  "(?:edelleenlähetetty|välitetty) viesti",
  "(?:treść przekazanej wiadomości|przekazana wiadomość|wiadomość przekazana|wiadomość przesłana dalej)",
  "přeposlaná zpráva",
  "preposlaná správa",
  "továbbított üzenet",
  "proslijeđena poruka",
  "mesaj redirecționat",
  "(?:iletilmiş mesaj|iletilen ileti)",
  "(?:пересылаемое|перенаправленное) сообщение",
  "(?:перенаправлене|переслане) повідомлення",
  "转发的邮件|转发邮件",
  "転送(?:された)?メッセージ|メッセージを転送",
);
const FORWARD_RULE = new RegExp(`^[-–—_]{2,} ?${FORWARDED}`, "iu");

/** Alone on a line, with a colon: "Begin forwarded message:". */
const FORWARD_LINE = new RegExp(
  `^${alternatives(
    "(?:begin )?forwarded message",
    "anfang der weitergeleiteten (?:nachricht|e-mail)",
    "début du message (?:transféré|réexpédié)",
    "inicio del mensaje reenviado",
    "início da mensagem (?:encaminhada|reencaminhada)",
    "inizio messaggio inoltrato",
    "begin doorgestuurd bericht",
    "začátek přeposílané zprávy",
    "začiatok preposlanej správy",
    "start på videresendt besked",
    "videresendt melding",
    "vidarebefordrat mejl",
    "välitetty viesti alkaa",
    "započni proslijeđenu poruku",
    "továbbított levél kezdete",
    "początek przekazywanej wiadomości",
    "începe mesajul redirecționat",
    "ileti başlangıcı",
    "начало переадресованного сообщения",
    "початок листа, що пересилається",
    "以下是转发的邮件",
    "転送されたメッセージ",
  )} ?[:：]$`,
  "iu",
);

/** Above a mail that is answered or forwarded, the same for both: "-----Original Message-----". */
const ORIGINAL_RULE = new RegExp(
  `^[-–—_]{2,} ?${alternatives(
    "original message",
    "ursprüngliche (?:nachricht|e-mail)",
    "originalnachricht",
    "message (?:d['’]origine|original)",
    "mensaje original",
    "mensagem original",
    "messaggio originale",
    "oorspronkelijk bericht",
    "ursprungligt meddelande",
    "oprindelig meddelelse",
    "opprinnelig melding",
    "alkuperäinen viesti",
    "oryginalna wiadomość",
    "původní zpráva",
    "pôvodná správa",
    "eredeti üzenet",
    "исходное сообщение",
    "orijinal mesaj|özgün ileti",
    "原始邮件",
    "원본 메시지",
  )}`,
  "iu",
);

const FROM_LABELS = alternatives(
  "from|von|de|da|van|från|fra|od|saatja|lähettäjä|šalje|feladó|expeditorul|expeditor|de la|kimden|gönderen|mittente|nadawca",
  "от|отправитель|від|від кого|发件人|寄件者|寄件人|差出人|送信元|보낸 사람",
  "από|من|מאת|จาก|từ|dari",
);
const SUBJECT_LABELS = alternatives(
  "subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|předmět|predmet|aihe|naslov|tárgy|subiectul|subiect|konu",
  "тема|主题|主旨|件名|제목",
  "assumpte|θέμα|الموضوع|נושא|เรื่อง|chủ đề|subjek|perihal",
);
const FROM = new RegExp(`^\\*? ?${FROM_LABELS}\\*? ?[:：]`, "iu");
const SUBJECT = new RegExp(`^\\*? ?${SUBJECT_LABELS}\\*? ?[:：]`, "iu");

// The Turkish capital has no partner where case is ignored.
const spaced = (line: string): string => line.slice(0, 200).replace(/\s+/g, " ").replaceAll("İ", "I").trim();

/** Whether a line says that a forwarded mail begins below it. */
export function beginsForward(line: string): boolean {
  // Yahoo writes the header of the other mail behind the rule.
  if (beginsWithRule(line)) return FORWARD_RULE.test(spaced(line));
  return /[:：]\s*$/.test(line.slice(-10)) && line.length < 200 && FORWARD_LINE.test(spaced(line));
}

/** Whether a line says that another mail begins below it, which may be answered or forwarded. */
export const beginsOriginal = (line: string): boolean => beginsWithRule(line) && ORIGINAL_RULE.test(spaced(line));

/** Whether a line is the first one ("From: …") or the one with the subject of the short header that programs put above such a mail. */
export const isFromLine = (line: string): boolean => hasLabel(line) && FROM.test(spaced(line));
export const isSubjectLine = (line: string): boolean => hasLabel(line) && SUBJECT.test(spaced(line));

const beginsWithRule = (line: string): boolean => /^\s*[-–—_]{2}/.test(line.slice(0, 50));
const hasLabel = (line: string): boolean => /[:：]/.test(line.slice(0, 40));
