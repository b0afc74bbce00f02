import type { Dialogue, MailServer, Reply } from "./dialogue.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const OUTSIDE = "doctor@example.net";

/** Keywords by which a stranger could act as somebody else, or make the server do more than take mail. */
const DANGEROUS = ["XCLIENT", "XFORWARD", "ETRN", "TURN", "ATRN", "VRFY", "EXPN", "BURL"];

/** Checks that strangers learn nothing about mailboxes, and that the server only takes mail. */
export async function checkAnswers(
  dialogue: Dialogue,
  { host, saveAddress }: MailServer,
  keywords: ReadonlySet<string>,
): Promise<Finding[]> {
  const offered = DANGEROUS.filter((keyword) => keywords.has(keyword));
  const answers: string[] = [];
  for (const line of [`VRFY ${saveAddress}`, `EXPN ${saveAddress}`]) {
    const { code } = await dialogue.command(line);
    // 252 says nothing (RFC 5321 section 3.5.3).
    if (code === 250 || code === 251 || code === 551) answers.push(line.slice(0, 4));
  }
  const all = [...new Set([...offered, ...answers])];
  if (all.length === 0) return [ok("answers", `${host} tells strangers nothing and offers nothing but taking mail.`)];
  const todo = "Turn it off in the server that answers here; Satchel's own never does.";
  return [warning("answers", `${host} answers or offers ${all.join(", ")}.`, todo)];
}

/** Checks which recipients are taken: the save address and the postmaster, no other mailbox and no other domain. */
export async function checkRecipients(dialogue: Dialogue, server: MailServer): Promise<Finding[]> {
  const { host, domain, saveAddress } = server;
  const senders = ["", `postmaster@${domain}`];
  const save = await ask(dialogue, senders, saveAddress);
  if (save.to === "sender") {
    return [unknown("save address", `${host} answers MAIL with ${textOf(save.reply)}`, "Read the server's log.")];
  }
  // A mailbox that does not exist; always the same one, so that it is recognised in the server's log.
  const nobody = `satchel-doctor-nobody@${domain}`;
  return [
    checkTaken(saveAddress, save.reply),
    checkRefused(nobody, (await ask(dialogue, senders, nobody)).reply),
    checkPostmaster(domain, (await ask(dialogue, senders, `postmaster@${domain}`)).reply),
    await checkRelay(dialogue, server),
  ];
}

async function checkRelay(dialogue: Dialogue, { host, domain }: MailServer): Promise<Finding> {
  for (const way of [OUTSIDE, `doctor%example.net@${domain}`, `"${OUTSIDE}"@${domain}`, `@${domain}:${OUTSIDE}`]) {
    const { to, reply } = await ask(dialogue, ["doctor@example.org"], way);
    // Where a sender from outside is refused at once, nothing is relayed for them.
    if (to === "sender") break;
    if (!isTaken(reply)) continue;
    const todo = "Close it at once: strangers will send spam through it. Satchel's own server relays nothing.";
    return wrong("relay", `${host} takes mail for <${way}>, which is not its own.`, todo);
  }
  return ok("relay", `${host} takes no mail for others.`);
}

/**
 * Asks for one recipient by the first sender that is taken, and gives the mail up: the answer to the recipient, or to the last
 * sender when none is taken. Each has a mail of its own, since servers may refuse two kinds of recipients together.
 */
async function ask(
  dialogue: Dialogue,
  senders: readonly string[],
  recipient: string,
): Promise<{ to: "sender" | "recipient"; reply: Reply }> {
  let reply: Reply = { code: 0, lines: [] };
  for (const sender of senders) {
    reply = await dialogue.command(`MAIL FROM:<${sender}>`);
    if (reply.code !== 250) continue;
    reply = await dialogue.command(`RCPT TO:<${recipient}>`);
    await dialogue.command("RSET");
    return { to: "recipient", reply };
  }
  return { to: "sender", reply };
}

const isTaken = ({ code }: Reply): boolean => code === 250 || code === 251;

const textOf = ({ code, lines }: Reply): string => `${code} ${lines.join(" ")}`;

function checkTaken(address: string, reply: Reply): Finding {
  const check = "save address";
  if (isTaken(reply)) return ok(check, `Mail to ${address} is taken.`);
  if (reply.code < 500) {
    const todo = "Try again in a while; senders do so by themselves.";
    return warning(check, `Mail to ${address} is deferred: ${textOf(reply)}`, todo);
  }
  const todo = "Start Satchel with this address as SAVE_ADDRESS, or name the right one with --save-address.";
  return wrong(check, `Mail to ${address} is refused: ${textOf(reply)}`, todo);
}

function checkRefused(address: string, reply: Reply): Finding {
  const check = "unknown recipient";
  if (reply.code >= 500) return ok(check, `Mail to ${address} is refused.`);
  if (reply.code >= 400)
    return warning(check, `Mail to ${address} is only deferred: ${textOf(reply)}`, "Refuse it for good (550).");
  const todo = "Refuse unknown recipients during the dialogue; answers mailed later go to forged senders.";
  return wrong(check, `Mail to ${address}, a mailbox that does not exist, is taken.`, todo);
}

function checkPostmaster(domain: string, reply: Reply): Finding {
  if (isTaken(reply)) return ok("postmaster", `Mail to postmaster@${domain} is taken.`);
  const todo = "RFC 5321 section 4.5.1 asks every mail server to take it; others report trouble there.";
  return warning("postmaster", `Mail to postmaster@${domain} is not taken: ${textOf(reply)}`, todo);
}
