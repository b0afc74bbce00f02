import { type Answer, answers } from "../domain/answers.ts";

/** The command that a reply answers. */
interface ReplyContext {
  /** The verb of the command in upper case; empty where it answers none. */
  readonly verb: string;
  /** Whether it is the first reply of the connection. */
  readonly greeting: boolean;
}

/** Haraka's own replies whose code or text would mislead: how they begin, and the replies that are sent instead. */
const REWORDED: readonly (readonly [RegExp, Pick<Answer, "enhanced" | "text"> & { readonly code: number }])[] = [
  [/^521 Command line too long/, answers.longCommand],
  [/^451 Bare line-feed/, answers.bareLineFeed],
  [/^550 Message too big/, answers.oversize],
  [/^421 timeout/, answers.tooSlow],
  [/^45\d plugin timeout/, answers.unavailable],
  // INTERNALCMD needs a key that no client has (`supervision/instance.ts`): it is answered as an unknown command.
  [/^500 |^501 .*internalcmd/i, answers.unknownCommand],
  [
    /^250 Not implemented/,
    { code: 214, enhanced: "2.0.0", text: "This server takes mail for one address (RFC 5321)." },
  ],
  [/^252 /, { code: 252, enhanced: "2.5.2", text: "This server tells nothing about addresses; send a mail and see." }],
];

/** Enhanced codes (RFC 3463) of Haraka's own replies, by code and verb; "" is for all other verbs. */
const ENHANCED: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  214: { "": "2.0.0" },
  220: { "": "2.0.0" },
  221: { "": "2.0.0" },
  250: { MAIL: "2.1.0", RCPT: "2.1.5", DATA: "2.6.0", "": "2.0.0" },
  252: { "": "2.5.2" },
  421: { "": "4.3.0" },
  450: { "": "4.3.0" },
  451: { "": "4.3.0" },
  452: { "": "4.3.1" },
  501: { MAIL: "5.1.7", RCPT: "5.1.3", "": "5.5.4" },
  503: { "": "5.5.1" },
  550: { RCPT: "5.1.1", "": "5.7.1" },
  555: { "": "5.5.4" },
};

/** One of our answers in the form of the protocol. */
export const replyLine = ({ code, enhanced, text }: Answer): string => `${code} ${enhanced} ${text}\r\n`;

const LINE = /^(\d{3})([ -])(.*)$/;
const ALREADY = /^[245]\.\d{1,3}\.\d{1,3}(?: |$)/;

/**
 * Adds enhanced status codes to a reply of Haraka's (RFC 2034): to every 2xx, 4xx and 5xx line except the greeting and the
 * answers to EHLO and HELO, which must not have one.
 * @param text whole lines, each with CRLF
 */
export function polishReply(text: string, context: ReplyContext): string {
  return text
    .split("\r\n")
    .map((line) => polishLine(line, context))
    .join("\r\n");
}

function polishLine(line: string, { verb, greeting }: ReplyContext): string {
  const [, digits, separator = " ", rest = ""] = LINE.exec(line) ?? [];
  if (digits === undefined || digits.startsWith("3") || ALREADY.test(rest)) return line;
  const reworded = REWORDED.find(([pattern]) => pattern.test(`${digits} ${rest}`))?.[1];
  if (reworded !== undefined) return `${reworded.code}${separator}${reworded.enhanced} ${reworded.text}`;
  if (greeting && digits === "220") return line;
  if ((verb === "EHLO" || verb === "HELO") && digits !== "421") return line;
  const table = ENHANCED[Number(digits)];
  return `${digits}${separator}${table?.[verb] ?? table?.[""] ?? `${digits.charAt(0)}.0.0`} ${rest}`;
}
