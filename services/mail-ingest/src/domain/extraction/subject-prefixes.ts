/** The kind of a mail by the first prefix of its subject. `unsure`: an answer or a forward. */
export type MailKind = "answer" | "forward" | "unsure";

interface Prefixes {
  readonly language: string;
  readonly answer: readonly string[];
  readonly forward: readonly string[];
}

/**
 * The prefixes of answers and forwards in mail programs. Sources: Wikipedia, "List of email subject abbreviations", sections on languages;
 * the subjects in the tests of crisp-oss/email-forward-parser (Outlook, Yahoo).
 */
const PREFIXES: readonly Prefixes[] = [
  { language: "English and most others", answer: ["Re"], forward: ["Fw", "Fwd"] },
  { language: "Arabic", answer: ["رد"], forward: ["إعادة توجيه"] },
  { language: "Chinese, simplified", answer: ["回复", "答复"], forward: ["转发"] },
  { language: "Chinese, traditional", answer: ["回覆", "答覆"], forward: ["轉寄"] },
  { language: "Danish and Norwegian", answer: ["SV"], forward: ["VS", "Videresend", "Videresendt"] },
  { language: "Dutch", answer: ["Antw", "Antwoord"], forward: ["Doorst"] },
  { language: "Finnish", answer: ["VS"], forward: ["VL"] },
  { language: "French", answer: ["RÉF"], forward: ["TR"] },
  { language: "German", answer: ["AW", "Antwort"], forward: ["WG", "Weitergeleitet"] },
  { language: "Greek", answer: ["ΑΠ", "ΣΧΕΤ"], forward: ["ΠΡΘ"] },
  { language: "Hebrew", answer: ["השב", "תגובה"], forward: ["הועבר"] },
  { language: "Hungarian", answer: ["Vá"], forward: ["Továbbítás"] },
  { language: "Icelandic", answer: ["SV"], forward: ["FS"] },
  { language: "Indonesian", answer: ["BLS"], forward: ["TRS"] },
  { language: "Italian", answer: ["R", "RIF"], forward: ["I"] },
  { language: "Japanese", answer: ["返信"], forward: ["転送"] },
  { language: "Korean", answer: ["답장", "회신"], forward: ["전달"] },
  { language: "Polish", answer: ["Odp"], forward: ["PD"] },
  { language: "Portuguese", answer: ["RES"], forward: ["ENC"] },
  { language: "Romanian", answer: ["Răsp"], forward: ["Redir."] },
  { language: "Russian", answer: ["Ответ", "Отв", "Атв"], forward: ["Пер", "Переслано"] },
  { language: "Spanish", answer: ["RE"], forward: ["RV"] },
  { language: "Swedish", answer: ["SV"], forward: ["VB"] },
  { language: "Turkish", answer: ["YNT"], forward: ["İLT", "ILT"] },
];

/**
 * Prefixes without another meaning. All others are also words or abbreviations ("VS: Code", "RES: publica", "ENC: 10 years", "I: the
 * jury"), and count only when something else shows that the mail is an answer or a forward.
 */
const SURE: ReadonlySet<string> = new Set([
  ..."re fw fwd aw wg antw antwort antwoord doorst sv odp ynt".split(" "),
  ..."回复 答复 转发 回覆 答覆 轉寄 返信 転送 답장 회신 전달 weitergeleitet".split(" "),
  ..."videresend videresendt továbbítás πρθ ответ переслано ilt redir.".split(" "),
]);

const folded = (prefix: string): string => prefix.normalize("NFC").replaceAll("İ", "I").toLowerCase();

const kinds = new Map<string, MailKind>();
for (const { answer, forward } of PREFIXES) {
  for (const prefix of answer) kinds.set(folded(prefix), "answer");
  for (const prefix of forward) {
    const known = kinds.get(folded(prefix));
    kinds.set(folded(prefix), known === "answer" ? "unsure" : "forward");
  }
}
// Danish and Norwegian forwards, and Finnish answers.
kinds.set("vs", "unsure");

const escaped = [...kinds.keys()]
  .map((prefix) => prefix.replaceAll(".", "\\."))
  .toSorted((a, b) => b.length - a.length);

// Also counted ("Re[2]:", "Re (3):", "Re^2:"), and with the full-width colon of Chinese and Japanese keyboards.
const PREFIX = new RegExp(`^(${escaped.join("|")})\\s?(?:\\[\\d+\\]|\\(\\d+\\)|\\^\\d+)?\\s?([:：])(\\s*)`, "iu");

/** One prefix of a subject. */
export interface SubjectPrefix {
  readonly kind: MailKind;
  /** Whether it has no other meaning. */
  readonly isSure: boolean;
  /** Its characters, with the colon and the blanks behind it. */
  readonly length: number;
}

/** The prefix that a subject begins with. One of Latin letters needs a blank or the end behind its colon: "Re:Zero" is a title. */
export function prefixOf(subject: string): SubjectPrefix | undefined {
  const text = subject.slice(0, 60).replaceAll("İ", "I");
  const [whole, prefix, colon, blank] = PREFIX.exec(text) ?? [];
  if (whole === undefined || prefix === undefined) return undefined;
  const ends = blank !== "" || whole.length === text.length;
  const name = folded(prefix);
  if (!ends && colon === ":" && !/\p{sc=Han}|\p{sc=Hangul}/u.test(name)) return undefined;
  return { kind: kinds.get(name) ?? "unsure", isSure: SURE.has(name), length: whole.length };
}
