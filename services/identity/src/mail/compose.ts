import type { MailContent, Phrase } from "./content.ts";
import { mailHtml } from "./layout.ts";
import type { Mail } from "./mail.ts";

const plain = (phrase: Phrase): string => phrase.map((run) => (typeof run === "string" ? run : run.strong)).join("");

/** A mail as plain text: paragraphs with an empty line between them. The code or link is a paragraph, so that it can be copied. */
function mailText({ heading, lead, action, context, footnote }: MailContent): string {
  const piece = action?.kind === "code" ? `    ${action.code}` : action?.url;
  return `${[heading, plain(lead), piece, ...context.map(plain), footnote].filter((part) => part !== undefined).join("\n\n")}\n`;
}

export const compose = (to: string, content: MailContent): Mail => ({
  to,
  subject: content.subject,
  text: mailText(content),
  html: mailHtml(content),
  language: content.language,
});
