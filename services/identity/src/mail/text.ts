import type { MailContent, Phrase } from "./content.ts";

const plain = (phrase: Phrase): string => phrase.map((run) => (typeof run === "string" ? run : run.strong)).join("");

/** A mail as plain text: paragraphs with an empty line between them; code and link stand alone, to be copied whole. */
export function mailText({ heading, lead, centrepiece, context, footnote }: MailContent): string {
  const piece = centrepiece?.kind === "code" ? `    ${centrepiece.code}` : centrepiece?.url;
  return `${[heading, plain(lead), piece, ...context.map(plain), footnote].filter((part) => part !== undefined).join("\n\n")}\n`;
}
