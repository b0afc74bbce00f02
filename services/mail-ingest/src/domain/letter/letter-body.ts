import { escapeHtml } from "@satchel/chassis/html";
import { imageType, type PagePart } from "@satchel/chassis/parts";
import { LETTER_HTML_CHARS, LETTER_PICTURES } from "@satchel/contracts";
import { textOf } from "../message/decoding.ts";
import { contentId, type Part } from "../message/part.ts";
import { plainHtml } from "./plain-html.ts";

/** What of a mail is read: its text as HTML, and the pictures that came along. */
interface LetterBody {
  readonly html: string;
  readonly pictures: readonly PagePart[];
  readonly leftOut: number;
}

interface Text {
  readonly html: string;
  /** Whether it was HTML: of alternatives that one is shown. */
  readonly isRich: boolean;
}

/** Characters of a plain text that are read: as HTML it is longer. */
const PLAIN_CHARS = LETTER_HTML_CHARS / 2;

const PLAIN = new Set(["text/plain", "text/markdown", "text/x-web-markdown", "text/enriched"]);

/** The text of a mail as its sender meant it (RFC 2046 section 5.1). Attached files are not read. */
export function letterBody(mail: Part): LetterBody {
  const pictures: PagePart[] = [];
  let leftOut = 0;
  let unnamed = 0;

  /** Keeps a picture. @returns its address; undefined for what is no picture, or one too many */
  const keep = (part: Part): string | undefined => {
    const id = contentId(part) ?? `${++unnamed}@letter.invalid`;
    const type = imageType(part.content);
    if (type === undefined || pictures.length >= LETTER_PICTURES) {
      leftOut++;
      return undefined;
    }
    const url = `cid:${id}`;
    pictures.push({ kind: "picture", url, type, bytes: part.content });
    return url;
  };

  const read = (part: Part): Text[] => {
    const { type } = part;
    if (type === "multipart/alternative") {
      const all = part.parts.map(read);
      const isRich = (texts: readonly Text[]): boolean => texts.some((text) => text.isRich);
      // The last one is the best (section 5.1.4), but what is not HTML there is rarely what is read.
      const byWorth = [...all.filter((texts) => !isRich(texts)), ...all.filter(isRich)];
      return byWorth.findLast(saysSomething) ?? byWorth.findLast(isThere) ?? [];
    }
    if (type === "multipart/related") {
      const root = part.params["start"]?.replace(/^<|>$/g, "");
      const first = part.parts.find((one) => root !== undefined && contentId(one) === root) ?? part.parts[0];
      const texts = first === undefined ? [] : read(first);
      for (const one of part.parts) if (one !== first && one.type.startsWith("image/")) keep(one);
      return texts;
    }
    if (type.startsWith("multipart/")) return part.parts.flatMap(read);
    if (type.startsWith("image/")) return pictureHtml(part);
    if (part.disposition === "attachment") return [];
    if (type === "text/html" || type === "application/xhtml+xml") return [{ html: textOf(part), isRich: true }];
    if (!PLAIN.has(type)) return [];
    const text = textOf(part);
    if (text.length > PLAIN_CHARS) leftOut++;
    return [{ html: plainHtml(text.slice(0, PLAIN_CHARS)), isRich: false }];
  };

  /** A picture that stands between texts; one with a name is shown where the HTML names it. */
  const pictureHtml = (part: Part): Text[] => {
    const isNamed = contentId(part) !== undefined;
    if (part.disposition === "attachment" && !isNamed) return [];
    const url = keep(part);
    if (url === undefined || isNamed) return [];
    return [{ html: `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(part.fileName)}"></p>`, isRich: false }];
  };

  let texts = read(mail);
  // A mail that is attached to another one, where that one says nothing itself.
  if (!isThere(texts)) {
    const inner = innerMail(mail);
    if (inner !== undefined) texts = read(inner);
  }
  return { html: texts.map(({ html }) => html).join("\n<hr>\n"), pictures, leftOut };
}

const isThere = (texts: readonly Text[]): boolean => texts.some(({ html }) => html.trim() !== "");

/** What of HTML is not shown, and all tags. Unclosed ones go up to the end, so the time is in proportion to the text. */
const NO_TEXT = /<(style|script|title)\b[^]*?(?:<\/\1\b|$)|<[^>]*>?|&nbsp;/gi;

/** Whether something is left without the pictures that a server would have to be asked for. */
const saysSomething = (texts: readonly Text[]): boolean =>
  texts.some(({ html }) => /\bcid:/i.test(html) || /[\p{L}\p{N}]/u.test(html.replaceAll(NO_TEXT, "")));

function innerMail(part: Part): Part | undefined {
  if (part.type.startsWith("message/")) return part.parts[0];
  for (const one of part.parts) {
    const found = innerMail(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
