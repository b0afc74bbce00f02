import { escapeHtml } from "@satchel/chassis/html";

/** A link in a mail. */
export interface ListedLink {
  /** Where it opens. */
  readonly url: string;
  readonly title: string;
  /** Small, below the title: site, date, reading time. */
  readonly about: string;
  readonly description?: string;
  readonly number?: number;
}

/** A part of a mail. Each is written as plain text and as rows of the layout's card. */
export type Block =
  | { readonly kind: "text"; readonly text: string; readonly isSmall?: boolean }
  | { readonly kind: "links"; readonly heading?: string; readonly links: readonly ListedLink[] }
  /** What to reply with: each word and what it does. */
  | { readonly kind: "replies"; readonly lead: string; readonly replies: readonly Reply[] }
  | { readonly kind: "button"; readonly label: string; readonly url: string }
  /** A link that is there if it is looked for. */
  | { readonly kind: "aside"; readonly label: string; readonly url: string }
  /** HTML that is safe as it is, and the same as text. */
  | { readonly kind: "article"; readonly html: string; readonly text: string; readonly direction: "ltr" | "rtl" };

/** A reply, and what it does. */
export interface Reply {
  readonly word: string;
  readonly does: string;
}

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";
const MONO = "'SF Mono',Consolas,Menlo,'Courier New',monospace";
const INK = "#2c231d";
const INK2 = "#574c44";
const INK3 = "#6f645b";
const ACCENT = "#7a4318";
const LINE = "#e6dfd8";
const QUIET = "#f5f0ea";

const row = (content: string, padding: string): string => `<tr><td style="padding:${padding};">${content}</td></tr>`;

const text = (classes: string, style: string, content: string): string =>
  `<div class="${classes}" style="font-family:${SANS};word-break:break-word;${style}">${content}</div>`;

/** The plain text of a mail: its blocks with an empty line between them. */
export const textOf = (heading: string, blocks: readonly Block[], footnote: string): string =>
  `${[heading, ...blocks.map(plain), footnote].join("\n\n")}\n`;

function plain(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "button":
    case "aside":
      return `${block.label}: ${block.url}`;
    case "article":
      return block.text;
    case "replies":
      return [block.lead, ...block.replies.map(({ word, does }) => `  ${word} – ${does}`)].join("\n");
    case "links":
      return [...(block.heading === undefined ? [] : [block.heading]), ...block.links.map(plainLink)].join("\n\n");
  }
}

function plainLink({ number, title, about, description, url }: ListedLink): string {
  const lines = [`${number === undefined ? "•" : `${number}.`} ${title}`, url, about, description ?? ""];
  return lines
    .filter((line) => line !== "")
    .map((line, at) => (at === 0 ? line : `   ${line}`))
    .join("\n");
}

/** The rows of a mail's card. Its classes are those of the layout, which gives them dark colours. */
export const htmlOf = (blocks: readonly Block[]): string => blocks.map(rows).join("\n");

function rows(block: Block): string {
  switch (block.kind) {
    case "text": {
      const style = block.isSmall === true ? `font-size:14px;line-height:21px;color:${INK3};` : bodyText(INK2);
      return row(text(block.isSmall === true ? "m-ink3" : "m-ink2", style, escapeHtml(block.text)), "12px 0 0 0");
    }
    case "links":
      return [
        ...(block.heading === undefined
          ? []
          : [row(text("m-ink3", headingStyle, escapeHtml(block.heading)), "28px 0 0 0")]),
        ...block.links.map(linkRow),
      ].join("\n");
    case "replies":
      return row(repliesHtml(block.lead, block.replies), "28px 0 0 0");
    case "button":
      return row(buttonHtml(block.label, block.url), "28px 0 0 0");
    case "aside": {
      const link = `<a class="m-ink3" href="${escapeHtml(block.url)}" style="color:${INK3};text-decoration:underline;">${escapeHtml(block.label)}</a>`;
      return row(text("m-ink3", `font-size:14px;line-height:21px;color:${INK3};`, link), "16px 0 0 0");
    }
    case "article": {
      const content = `<div class="m-ink" dir="${block.direction}" style="font-family:${SERIF};font-size:17px;line-height:27px;color:${INK};word-break:break-word;">${block.html}</div>`;
      return row(content, "16px 0 0 0");
    }
  }
}

const headingStyle = `font-size:13px;line-height:18px;font-weight:bold;letter-spacing:0.3px;color:${INK3};`;
const bodyText = (color: string): string => `font-size:16px;line-height:24px;color:${color};`;

function linkRow({ number, title, about, description, url }: ListedLink): string {
  const link = `<a class="m-ink" href="${escapeHtml(url)}" style="color:${INK};text-decoration:none;font-weight:bold;">${escapeHtml(title)}</a>`;
  const content = [
    text("m-ink", `${bodyText(INK)}`, link),
    ...(description === undefined
      ? []
      : [text("m-ink2", `padding-top:2px;font-size:14px;line-height:21px;color:${INK2};`, escapeHtml(description))]),
    text("m-ink3", `padding-top:2px;font-size:13px;line-height:19px;color:${INK3};`, escapeHtml(about)),
  ].join("");
  const cell = (inside: string, style: string): string => `<td valign="top" style="${style}">${inside}</td>`;
  const numbered =
    number === undefined
      ? ""
      : cell(
          `<div class="m-accent" style="font-family:${SANS};font-size:16px;line-height:24px;font-weight:bold;color:${ACCENT};">${number}</div>`,
          "width:34px;padding:0;",
        );
  const inner = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${numbered}${cell(content, "padding:0;")}</tr></table>`;
  return `<tr><td class="m-line" style="padding:14px 0;border-bottom:1px solid ${LINE};">${inner}</td></tr>`;
}

function repliesHtml(lead: string, replies: readonly Reply[]): string {
  const lines = replies.map(
    ({ word, does }) =>
      `<tr><td class="m-accent" valign="top" style="padding:6px 14px 0 0;font-family:${MONO};font-size:14px;line-height:20px;font-weight:bold;color:${ACCENT};white-space:nowrap;">${escapeHtml(word)}</td><td class="m-ink2" valign="top" style="padding:6px 0 0 0;font-family:${SANS};font-size:14px;line-height:20px;color:${INK2};">${escapeHtml(does)}</td></tr>`,
  );
  const head = text("m-ink2", `font-size:14px;line-height:20px;color:${INK2};`, escapeHtml(lead));
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-quiet" bgcolor="${QUIET}" style="padding:16px 18px;background-color:${QUIET};border-radius:12px;">${head}<table role="presentation" cellpadding="0" cellspacing="0" border="0">${lines.join("")}</table></td></tr></table>`;
}

function buttonHtml(label: string, url: string): string {
  const cell = `background-color:${ACCENT};border-radius:10px;mso-padding-alt:12px 22px;`;
  const button = `display:inline-block;padding:12px 22px;font-family:${SANS};font-size:15px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none;border-radius:10px;`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-button" align="center" bgcolor="${ACCENT}" style="${cell}"><a class="m-label" href="${escapeHtml(url)}" style="${button}">${escapeHtml(label)}</a></td></tr></table>`;
}
