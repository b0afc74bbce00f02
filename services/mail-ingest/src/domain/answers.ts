import { MAIL_NESTING, MAIL_PARTS, URLS_PER_MAIL } from "@satchel/contracts";

/** An answer to a mail: reply code (RFC 5321 section 4.2), enhanced status code (RFC 3463) and one sentence for people. */
export interface Answer {
  readonly code: 220 | 250 | 421 | 451 | 452 | 454 | 500 | 502 | 503 | 504 | 550 | 552 | 554 | 555;
  readonly enhanced: `${2 | 4 | 5}.${number}.${number}`;
  readonly text: string;
}

const answer = (code: Answer["code"], enhanced: Answer["enhanced"], text: string): Answer => ({ code, enhanced, text });

/** To a mail that is signed by its author's domain, but may have been sent again by somebody else (decision 22). */
const unproven = (missing: string): Answer =>
  answer(
    550,
    "5.7.1",
    `This mail did not come from a server of its author's domain (SPF), and its DKIM signature does not cover ${missing}: please write a new mail to the save address directly.`,
  );

/** All answers of our plugin. */
export const answers = {
  saved: (links: number, attachments = 0) =>
    attachments > 0
      ? answer(250, "2.6.0", `${links + attachments} ${links + attachments === 1 ? "item is" : "items are"} saved.`)
      : answer(250, "2.6.0", links === 1 ? "The link is saved." : `The ${links} links are saved.`),
  remindUnclear: answer(
    550,
    "5.6.0",
    "The day of the reminder is not understood: please write remind: friday, remind: in 3 days, or remind: 2026-12-24.",
  ),
  commandTaken: answer(250, "2.6.0", "The mail is understood, and its answer comes by mail."),
  answersOff: answer(
    550,
    "5.7.1",
    "This mail asks for an answer: please switch on answers by mail in Settings, Email addresses.",
  ),
  letterKept: answer(250, "2.6.0", "The mail is taken."),
  reportTaken: answer(250, "2.6.0", "The report is taken."),
  tooManyLetters: answer(451, "4.7.1", "Too many mails came to this address, please try again later."),
  mailboxFull: answer(452, "4.2.2", "There is no room for further mails to this address, please try again later."),
  noAuthor: answer(550, "5.6.0", "This mail has no address in its From field (RFC 5322 section 3.6.2)."),
  notOurs: answer(550, "5.1.1", "This server takes no mail for this address."),
  tooManyRecipients: answer(452, "4.5.3", "This mail has too many recipients."),
  separateMail: answer(452, "4.5.3", "This mail can't be for all of its recipients: send it once more to this one."),
  tooManyConnections: answer(421, "4.7.0", "Too many connections are open, please try again later."),
  tooManyErrors: answer(421, "4.7.0", "Too many commands were refused, closing the connection."),
  tooManyCommands: answer(421, "4.7.0", "Too many commands without a mail, closing the connection."),
  tooManyAtOnce: answer(421, "4.7.0", "Too much was sent without waiting for an answer, closing the connection."),
  tooEarly: answer(
    503,
    "5.5.1",
    "Text was sent before it was asked for (RFC 2920 section 3.1), closing the connection.",
  ),
  tooSlow: answer(421, "4.4.2", "This took too long, closing the connection."),
  evicted: answer(421, "4.3.2", "Others are waiting for a connection, please try again later."),
  mailsInMemory: answer(452, "4.3.1", "Too many mails are on their way in, please try again in a moment."),
  tooManyFromClient: answer(451, "4.7.1", "Too many mails came from your network in an hour, please try again later."),
  tooManyFromSender: answer(451, "4.7.1", "Too many mails came from this address in an hour, please try again later."),
  tooManyForwarded: answer(451, "4.7.1", "Too many mails to postmaster came in an hour, please try again later."),
  bareLineFeed: answer(
    550,
    "5.5.2",
    "A line ends with a bare line feed (RFC 5321 section 2.3.8), closing the connection.",
  ),
  bareReturn: answer(550, "5.5.2", "A line has a carriage return in it (RFC 5321 section 2.3.8)."),
  controlCharacter: answer(500, "5.5.2", "A command has a control character in it, closing the connection."),
  longCommand: answer(500, "5.5.2", "A command is too long (RFC 5321 section 4.5.3.1.4), closing the connection."),
  unknownCommand: answer(500, "5.5.1", "This command is not known here."),
  notOffered: answer(502, "5.5.1", "This command is not offered here, closing the connection."),
  expandNothing: answer(502, "5.5.1", "This server expands nothing."),
  unknownParameter: answer(555, "5.5.4", "A parameter of this command is not known here."),
  oversize: answer(552, "5.3.4", "This mail is larger than this server takes (RFC 1870)."),
  outboxFull: answer(452, "4.3.1", "There is no room for this mail right now, please try again later."),
  loop: answer(554, "5.4.6", "This mail has gone around in a loop."),
  forwarded: answer(250, "2.6.0", "The mail is passed on."),
  startTls: answer(220, "2.0.0", "Ready to start TLS."),
  tlsAlready: answer(503, "5.5.1", "TLS is in use already."),
  tlsSyntax: answer(504, "5.5.4", "STARTTLS takes no parameters."),
  tlsUnavailable: answer(454, "4.7.0", "TLS is not available right now."),
  stopping: answer(421, "4.3.2", "This server is stopping, please try again in a moment."),
  malformed: answer(550, "5.6.0", "The header of this mail is malformed (RFC 5322 section 2.2)."),
  largeHeader: answer(550, "5.6.0", "The header of this mail is too large."),
  longLine: answer(550, "5.6.0", "A line of this mail is too long (RFC 5321 section 4.5.3.1.6)."),
  doubledField: answer(
    550,
    "5.6.0",
    "The header of this mail has a field twice that may be there once (RFC 5322 section 3.6).",
  ),
  ownMail: answer(550, "5.7.1", "Mail from the save address itself is not saved."),
  automatic: answer(
    550,
    "5.7.1",
    "This mail was sent by a machine or a mailing list (RFC 3834), please forward it by hand to save its links.",
  ),
  tooComplex: answer(
    550,
    "5.6.0",
    `This mail has over ${MAIL_PARTS} parts or ${MAIL_NESTING} levels, please send the link in a plainer one.`,
  ),
  tooManyLinks: answer(
    550,
    "5.6.0",
    `This mail has more links than can be saved at once (${URLS_PER_MAIL}), please send fewer.`,
  ),
  unreadable: answer(550, "5.6.0", "This mail can't be read, please send the link in a plainer one."),
  noSender: answer(
    550,
    "5.7.1",
    "A mail needs exactly one From field with exactly one address (RFC 5322 section 3.6.2).",
  ),
  unauthenticated: answer(
    550,
    "5.7.26",
    "This mail can't be distinguished from a forged one: it needs a DKIM signature, or SPF where DMARC is published, of the domain in its From field.",
  ),
  notAddressed: unproven("a To or Cc field that names the save address"),
  notRecent: unproven("a Date within 3 days of now"),
  notIdentified: unproven("a Message-ID"),
  subjectUnsigned: unproven("the Subject"),
  quotedLinks: answer(
    550,
    "5.7.1",
    "The links of this mail stand in quoted text only, please write the link to be saved above it.",
  ),
  dnsFailed: answer(451, "4.4.3", "The DNS of the sender's domain does not answer, please try again later."),
  unknownSender: answer(550, "5.7.1", "The address in the From field belongs to no account here."),
  attachmentsOff: answer(
    550,
    "5.6.0",
    "This mail has no web link in it, and its attachments are not kept: to keep them, switch on 'Keep attachments of mails' in Settings, Email addresses.",
  ),
  attachmentsUnusable: answer(
    550,
    "5.6.0",
    "This mail has no web link in it, and none of its attachments can be kept: those are PDF, pictures, EPUB, plain text, Markdown and mails.",
  ),
  attachmentsFull: answer(
    552,
    "5.2.2",
    "There is no room for the attachments of this mail: the copies of the account take all that they may.",
  ),
  noLink: answer(550, "5.6.0", "This mail has no web link in it, so there is nothing to save."),
  unavailable: answer(451, "4.3.0", "Mail can't be stored right now, please try again later."),
} as const;

const names = new Map<unknown, string>(Object.entries(answers).map(([name, value]) => [value, name]));

/** An answer's name in the metrics. Only the text of `saved` depends on the mail. */
export const outcomeOf = (value: Answer): string => names.get(value) ?? "saved";
