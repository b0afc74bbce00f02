import { shortened, singleLine } from "@satchel/chassis/html";
import {
  isItem,
  type Link,
  parseUrl,
  SENT_HTML_CHARS,
  SENT_SUBJECT_CHARS,
  SENT_TEXT_CHARS,
  type SentContent,
} from "@satchel/contracts";
import { type Block, htmlOf, type ListedLink, textOf } from "./blocks.ts";
import type { Wording } from "./wording.ts";

/** Where an answer is written, and for whom. */
export interface Desk {
  readonly wording: Wording;
  /** The account's own address that the mail came from. */
  readonly address: string;
  /** Subject of the mail that is answered. */
  readonly subject: string;
  /** Satchel's address in the browser, without a slash at its end. */
  readonly origin: string;
}

/** An answer, and whether a reply to it acts. */
export interface Answer {
  readonly content: SentContent;
  readonly takesReplies: boolean;
}

/** Characters of a title and of a description in a list. */
const [TITLE_CHARS, DESCRIPTION_CHARS] = [140, 180];

const HEADING_CHARS = 200;

/** Characters that are shown in the place of blocks whose HTML is too long: dozens of links with the longest addresses. */
const PLAIN_CHARS = 30_000;

interface MailDraft extends Pick<SentContent, "language" | "subject" | "heading" | "preview" | "footnote"> {
  readonly blocks: readonly Block[];
}

/** Writes a mail: as text and as HTML, within what a mail may have. */
export function written({ language, subject, heading, preview, blocks, footnote }: MailDraft): SentContent {
  const shown = shortened(singleLine(heading), HEADING_CHARS);
  const text = textOf(shown, blocks, footnote).slice(0, SENT_TEXT_CHARS).toWellFormed();
  const html = htmlOf(blocks);
  return {
    language,
    subject: shortened(subject, SENT_SUBJECT_CHARS),
    preview: shortened(preview, SENT_SUBJECT_CHARS),
    heading: shown,
    text,
    html: html.length > SENT_HTML_CHARS ? htmlOf([{ kind: "text", text: text.slice(0, PLAIN_CHARS) }]) : html,
    footnote,
  };
}

/** Writes an answer. Its subject is that of the mail, so that mail programs show both together. */
export function answer(desk: Desk, heading: string, blocks: readonly Block[], takesReplies = true): Answer {
  const { wording, address, subject, origin } = desk;
  const line = singleLine(subject);
  const shown = shortened(singleLine(heading), HEADING_CHARS);
  const footnote = wording.footnote(address, parseUrl(origin)?.host ?? origin);
  const first = blocks.find((block) => block.kind === "text");
  return {
    takesReplies,
    content: written({
      language: wording.language,
      subject: line === "" ? shown : `Re: ${line}`,
      heading,
      preview: first?.kind === "text" ? `${shown}. ${first.text}` : shown,
      blocks,
      footnote,
    }),
  };
}

/** A link as a mail lists it. A newsletter opens in Satchel: its own address means nothing to a browser. */
export function listed(desk: Pick<Desk, "origin">, link: Link, more: readonly string[] = []): ListedLink {
  const site = link.site_name ?? link.unicode_host ?? hostOf(link.url);
  const about = [site, ...more].map(singleLine).filter((part) => part !== "");
  const description = singleLine(link.description ?? "");
  return {
    url: openedUrl(desk, link),
    title: titleOf(link),
    about: about.join(" · "),
    ...(description === "" ? {} : { description: shortened(description, DESCRIPTION_CHARS) }),
  };
}

export const titleOf = (link: Link): string =>
  shortened(singleLine(link.title ?? "") || readable(link.url), TITLE_CHARS);

export const openedUrl = ({ origin }: Pick<Desk, "origin">, { id, url }: Link): string =>
  isItem(url) ? `${origin}/read/${id}` : url;

const hostOf = (url: string): string => parseUrl(url)?.host.replace(/^www\./, "") ?? "";

const readable = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, "");

/** The replies that work on the links of a mail. */
export const linkReplies = (wording: Wording): Block => ({
  kind: "replies",
  lead: wording.reply,
  replies: [{ word: wording.undo.word, does: wording.undo.does }, wording.tag, wording.folder, wording.note],
});
