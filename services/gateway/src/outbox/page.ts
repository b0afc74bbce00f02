import { escapeHtml } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import { BRAND, MARK } from "../web/mark.ts";
import type { OutboxMail } from "./mails.ts";
import { type OutboxTexts, outboxTexts } from "./texts.ts";

interface OutboxView {
  readonly locale: Locale;
  /** The newest mails, the newest first. */
  readonly mails: readonly OutboxMail[];
  /** The open mail; undefined for the list, beside which wide screens show the newest one. */
  readonly open: OutboxMail | undefined;
  /** Scheme, host and port of this server, for links to it. */
  readonly origin: string;
}

/** The address of a mail on this server. */
const pathOf = ({ name }: OutboxMail): string => `/outbox/${encodeURIComponent(name)}`;

/** A stranger's text, isolated so that its writing direction does not affect the text around it. */
const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

/** In UTC; the script shows it in the reader's time zone. */
const time = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace("T", " ")} UTC</time>`;

/** The list of mails with one mail beside it; on narrow screens, one of the two. */
export function outboxPage({ locale, mails, open, origin }: OutboxView): string {
  const texts = outboxTexts[locale];
  const shown = open ?? mails[0];
  const subject = open === undefined ? "" : `${open.subject || texts.noSubject} – `;
  const [heading, inner] = open === undefined ? ["h1", "h2"] : ["h2", "h1"];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}${texts.outbox} – Satchel</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/outbox/style.css">
<script src="/outbox/script.js"></script>
</head>
<body>
${shown === undefined ? "" : `<a class="skip" href="#mail">${texts.skip}</a>`}
${BRAND}
<p class="unseen" role="status" data-added="${texts.added}" data-copied="${texts.copied}" data-failed="${texts.copyFailed}"></p>
<main class="${open === undefined ? "is-list" : "is-mail"}">
<section class="mails" aria-labelledby="outbox">
<${heading} id="outbox">${texts.outbox}</${heading}>
<p>${texts.intro}</p>
<p class="live" data-live="${texts.live}" data-lost="${texts.lost}">${texts.live}</p>
${mails.length === 0 ? emptyState(texts) : `<ol>${mails.map((mail) => row(mail, mail.name === shown?.name, texts)).join("\n")}</ol>`}
</section>
${shown === undefined ? "" : mailPart(shown, inner ?? "h1", origin, texts)}
</main>
</body>
</html>
`;
}

const emptyState = (texts: OutboxTexts): string =>
  `<div class="empty">${MARK}<p><strong>${texts.empty}</strong></p><p>${texts.emptyHint}</p></div>`;

const copyButton = (code: string | undefined, { copy }: OutboxTexts): string =>
  code === undefined
    ? ""
    : `<button type="button" data-code="${escapeHtml(code)}" aria-label="${copy} ${escapeHtml(code)}">${copy}</button>`;

const row = (mail: OutboxMail, isShown: boolean, texts: OutboxTexts): string =>
  `<li data-name="${escapeHtml(mail.name)}"><a href="${pathOf(mail)}"${isShown ? ' aria-current="true"' : ""}>` +
  `<strong>${isolated(mail.subject || texts.noSubject)}</strong><span>${texts.to} ${isolated(mail.to)}</span>${time(mail.at)}</a>` +
  `${copyButton(mail.code, texts)}</li>`;

function mailPart(mail: OutboxMail, heading: string, origin: string, texts: OutboxTexts): string {
  return `<article class="mail" id="mail" tabindex="-1" aria-labelledby="subject">
<nav><a href="/outbox">${texts.back}</a></nav>
<${heading} id="subject">${isolated(mail.subject || texts.noSubject)}</${heading}>
<div class="about"><p>${texts.to} ${isolated(mail.to)} · ${time(mail.at)}</p>${copyButton(mail.code, texts)}</div>
${contentPart(mail, origin, texts)}
</article>`;
}

/** The HTML of a mail in a frame with its plain text folded away below, or the plain text alone. */
function contentPart(mail: OutboxMail, origin: string, texts: OutboxTexts): string {
  if (mail.isTooComplex) return `<p class="none">${texts.tooComplex}</p>`;
  const text = mail.text.trim() === "" ? "" : `<pre dir="auto">${withLinks(mail.text, origin)}</pre>`;
  if (mail.html === undefined) return text === "" ? `<p class="none">${texts.noText}</p>` : text;
  const frame = `<iframe src="${pathOf(mail)}/html" title="${texts.frame}" sandbox="${FRAME_RIGHTS}" referrerpolicy="no-referrer" loading="lazy"></iframe>`;
  return text === "" ? frame : `${frame}\n<details><summary>${texts.plainText}</summary>${text}</details>`;
}

/**
 * What the document of a mail may do: open links in new, ordinary tabs. It runs no script, sends no form, has no
 * origin, and can't navigate the page around it.
 */
export const FRAME_RIGHTS = "allow-popups allow-popups-to-escape-sandbox";

/**
 * The document for the frame: the mail's HTML as it was sent, with two exceptions. Its links open in a new tab, since
 * the first `base` element of a document counts. Its `link` elements are renamed, because no content security policy
 * keeps `preconnect` and `dns-prefetch` from contacting another host.
 */
export const frameDocument = (html: string): string =>
  `<!doctype html><base target="_blank">${html.replaceAll(/<(?=link[\s/>])/gi, "<x-")}`;

/** Addresses in a text, without the punctuation after them. */
const ADDRESSES = /(?<!\S)(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/;

/** Text as HTML with links to addresses of one origin, as `https://host`; other addresses stay text. */
function withLinks(text: string, origin: string): string {
  // With a capturing group, every second part is an address.
  const parts = text.split(ADDRESSES).map((part, i) => {
    const shown = escapeHtml(part);
    if (i % 2 === 0 || !part.startsWith(`${origin}/`)) return shown;
    return `<a href="${shown}" rel="noopener noreferrer">${shown}</a>`;
  });
  return parts.join("");
}
