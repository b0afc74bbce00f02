import { SUBJECT_CHARS, TAG_CHARS, TAGS_PER_LINK } from "@satchel/contracts";
import { cleanLine } from "../message/text.ts";

/** What a subject comes to. */
export interface Subject {
  /** The whole of it on one line, without the marks of answers, forwards and lists, cut to {@link SUBJECT_CHARS}. */
  readonly subject: string;
  /** The same without the tags in its end; "" when there is nothing else. */
  readonly title: string;
  /** The `#tags` in its end, each once, in their order, at most {@link TAGS_PER_LINK}. */
  readonly tags: readonly string[];
}

// "Re:" and "Fwd:" as mail programs write them in many languages, also counted ("Re[2]:", "Re(2):", "Re^2:") and with the full-width
// colon of Chinese and Japanese keyboards.
const MARKS = [
  "re|fwd?|aw|wg|antw(?:ort)?|weitergeleitet|sv|vs|vl|vb|doorst|tr|rv|rif|enc|res",
  "odp|pd|ynt|ilt|bls|trs|vá|továbbítás|атв|отв|ответ|пер|πρθ|σχετ|απ",
  "回[复覆]|答[复覆]|转发|轉寄|返信|転送|답장|전달",
];
const PREFIX = new RegExp(`^\\s*(?:${MARKS.join("|")})\\s*(?:\\[\\d+\\]|\\(\\d+\\)|\\^\\d+)?\\s*[:：]`, "iu");

// "[haskell-cafe]", "[EXTERN]": one word, put there by a list or a gateway.
const LIST_TAG = /^\s*\[[\p{L}\p{N}_.:+-]{1,40}\](?=\s*\S)/u;

/** A tag in the end of a text. Figures alone are a number: "Episode #12". */
const LAST_TAG = /(?:^|\s)[#＃]((?=[\p{N}_-]*[\p{L}\p{M}])[\p{L}\p{M}\p{N}_-]+)$/u;

/** Reads a decoded subject. */
export function readSubject(text: string): Subject {
  let rest = cleanLine(text, text.length);
  for (;;) {
    const shorter = rest.replace(PREFIX, "").replace(LIST_TAG, "").trim();
    if (shorter === rest) break;
    rest = shorter;
  }
  const subject = cleanLine(rest, SUBJECT_CHARS);
  const tags: string[] = [];
  let title = subject;
  for (let tag = lastTag(title); tag !== undefined; tag = lastTag(title)) {
    title = title.slice(0, -tag.length - 1).trimEnd();
    tags.unshift(tag);
  }
  const distinct = tags.filter((tag, i) => tags.findIndex((one) => isSameTag(one, tag)) === i);
  return { subject, title, tags: distinct.slice(0, TAGS_PER_LINK) };
}

function lastTag(text: string): string | undefined {
  const tag = LAST_TAG.exec(text.slice(-TAG_CHARS - 2))?.[1];
  return tag === undefined || tag.length > TAG_CHARS ? undefined : tag;
}

const isSameTag = (one: string, other: string): boolean =>
  one.normalize("NFC").toUpperCase() === other.normalize("NFC").toUpperCase();
