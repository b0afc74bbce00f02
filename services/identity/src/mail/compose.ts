import type { MailContent } from "./content.ts";
import { mailHtml } from "./layout.ts";
import type { Mail } from "./mail.ts";
import { mailText } from "./text.ts";

export const compose = (to: string, content: MailContent): Mail => ({
  to,
  subject: content.subject,
  text: mailText(content),
  html: mailHtml(content),
  language: content.language,
});
