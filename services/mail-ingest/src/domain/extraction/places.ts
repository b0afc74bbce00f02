import { alternatives } from "./alternatives.ts";

/**
 * A link and its place in the mail: in text that its sender wrote or forwarded, in an attached file, in text that an answer quotes, or in
 * a footer: signatures, disclaimers, advertisements of programs. One of the place `subscription` ends or changes one, and is never saved.
 */
export interface FoundLink {
  readonly url: string;
  readonly place: "own" | "attached" | "quoted" | "footer" | "subscription";
  /** Whether it stands in a text that its sender forwards. */
  readonly isForwarded?: boolean;
  /** The text of its element in HTML, with that of its pictures. */
  readonly words?: string;
}

const UNSUBSCRIBE = alternatives(
  "unsubscribe",
  "opt[- ]?out",
  "(?:newsletter )?ab(?:melden|bestellen)",
  "(?:se )?désabonner|(?:se )?désinscrire|désinscription|désabonnement",
  "darse de baja|cancelar (?:la |tu )?suscripción",
  "cancelar (?:a )?(?:inscrição|subscrição)",
  "disiscriviti|annulla (?:l[’'])?iscrizione|cancella (?:l[’'])?iscrizione",
  "uitschrijven|afmelden",
  "avregistrera(?: dig)?|avsluta prenumeration(?:en)?|avprenumerera",
  "afmeld(?: dig)?(?: nyhedsbrev(?:et)?)?|meld dig fra|meld deg av|avmeld(?: deg)?",
  "peruuta (?:uutiskirjeen )?tilaus",
  "wypisz się|zrezygnuj(?: z subskrypcji)?|anuluj subskrypcję",
  "odhlásit(?: se)?(?: odběr| z odběru)?|odhlásiť(?: sa)?(?: odber| z odberu)?",
  "leiratkozás|leiratkozom",
  "dezabonare|dezabonează-te",
  "abonelikten (?:çık|ayrıl)(?:ın|mak)?|aboneliği iptal et",
  "отписаться|відписатися",
  "διαγραφή(?: από τη λίστα)?|κατάργηση εγγραφής",
  "הסרה? מרשימת ה?(?:תפוצה|דיוור)|ביטול הרשמה",
  "إلغاء الاشتراك",
  "hủy đăng ký|berhenti berlangganan|ยกเลิกการ(?:สมัคร|รับข่าวสาร)",
  "退订|取消订阅|取消訂閱",
  "配信停止|配信を停止(?:する)?|登録解除|購読(?:を)?解除(?:する)?",
  "수신 ?거부|구독 ?(?:취소|해지)",
  "(?:manage|update|change|edit) (?:your |my |email |mail |e-mail )*(?:preferences|subscriptions?)",
  "(?:email|e-mail|mail) preferences",
);
const UNSUBSCRIBE_LABEL = new RegExp(
  `^(?:click |tap |press |hier |jetzt |here |to |or |zum )*${UNSUBSCRIBE}(?:はこちら| (?:here|now|hier|jetzt|ici|instantly|link|(?:from|von|de|vom|от|від|fra|från|z|da|dalla) .{1,40}))?[.!»›>→: ]*$`,
  "iu",
);
const UNSUBSCRIBE_BEFORE = new RegExp(`(?:^|[\\s([|•·*-])${UNSUBSCRIBE}(?:[^.!?]{0,60})?$`, "iu");
const VAGUE =
  /^(?:(?:click |tap )?here|(?:klicken sie )?hier|ici|aquí|qui|this link|diesen link|link|https?:\S*)[.!]?$/iu;

/**
 * Whether a link ends a subscription, by its label and the text before it on its line: "unsubscribe", or "to unsubscribe click here". A page
 * about unsubscribing is no such link.
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

/** Whether an address ends a subscription, by the name of a part of its path or of a parameter. */
export const isSubscriptionAddress = (url: URL): boolean =>
  url.pathname.split("/").some((part) => UNSUBSCRIBE_PATH.test(part)) ||
  [...url.searchParams.keys()].some((name) => UNSUBSCRIBE_PATH.test(name));
