/** An answer to a mail: reply code (RFC 5321 section 4.2), enhanced status code (RFC 3463) and one sentence for people. */
export interface Answer {
  readonly code: 250 | 421 | 451 | 452 | 550;
  readonly enhanced: `${2 | 4 | 5}.${number}.${number}`;
  readonly text: string;
}

const answer = (code: Answer["code"], enhanced: Answer["enhanced"], text: string): Answer => ({ code, enhanced, text });

/** Every answer that this server gives by its own decision. */
export const answers = {
  saved: (links: number) => answer(250, "2.6.0", links === 1 ? "The link is saved." : `The ${links} links are saved.`),
  notOurs: answer(550, "5.1.1", "This server takes mail for its save address only."),
  tooManyRecipients: answer(452, "4.5.3", "This mail has too many recipients."),
  tooManyConnections: answer(421, "4.7.0", "Too many connections are open, please try again later."),
  tooManyErrors: answer(421, "4.7.0", "Too many commands were refused, closing the connection."),
  stopping: answer(421, "4.3.2", "This server is stopping, please try again in a moment."),
  malformed: answer(550, "5.6.0", "The header of this mail is malformed (RFC 5322 section 2.2)."),
  largeHeader: answer(550, "5.6.0", "The header of this mail is too large."),
  longLine: answer(550, "5.6.0", "A line of this mail is too long (RFC 5321 section 4.5.3.1.6)."),
  unreadable: answer(550, "5.6.0", "This mail can't be read, please send the link in a plainer one."),
  noSender: answer(
    550,
    "5.7.1",
    "A mail needs exactly one From field with exactly one address (RFC 5322 section 3.6.2).",
  ),
  unauthenticated: answer(
    550,
    "5.7.26",
    "This mail can't be told from a forged one: it needs a DKIM signature, or SPF where DMARC is published, of the domain in its From field.",
  ),
  dnsFailed: answer(451, "4.4.3", "The DNS of the sender's domain does not answer, please try again later."),
  unknownSender: answer(550, "5.7.1", "The address in the From field belongs to no account here."),
  noLink: answer(550, "5.6.0", "This mail has no web link in it, so there is nothing to save."),
  unavailable: answer(451, "4.3.0", "Mail can't be stored right now, please try again later."),
} as const;
