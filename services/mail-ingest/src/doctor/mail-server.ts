import { checkCertificate } from "./certificate.ts";
import { Dialogue, DialogueFault, type MailServer } from "./dialogue.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";
import { checkAnswers, checkRecipients } from "./recipients.ts";

/** Checks a mail server in an SMTP dialogue. No mail is sent: every recipient is followed by RSET. */
export async function checkServer(server: MailServer): Promise<Finding[]> {
  const { host, address, port, timeoutMs } = server;
  const findings: Finding[] = [];
  let dialogue: Dialogue | undefined;
  try {
    dialogue = await Dialogue.open(address, port, timeoutMs);
    findings.push(ok("connection", `${host} can be reached at ${address}, port ${port}.`));
    findings.push(...(await talk(dialogue, server)));
  } catch (error) {
    if (!(error instanceof DialogueFault)) throw error;
    findings.push(ofFault(error, server, dialogue !== undefined));
  } finally {
    dialogue?.close();
  }
  return findings;
}

async function talk(dialogue: Dialogue, server: MailServer): Promise<Finding[]> {
  const findings: Finding[] = [];
  const banner = await dialogue.reply();
  const [text = ""] = banner.lines;
  if (banner.code !== 220) {
    const todo = "Read the server's log; 4xx and 5xx here mean that it is stopping, full, or refuses this machine.";
    return [wrong("banner", `${server.host} greets with ${banner.code} ${text}`, todo)];
  }
  findings.push(checkBanner(server, text));
  const hello = await dialogue.command("EHLO doctor.invalid");
  if (hello.code !== 250) {
    return [
      ...findings,
      wrong("EHLO", `${server.host} answers EHLO with ${hello.code}.`, "Let senders reach Satchel itself."),
    ];
  }
  let keywords = keywordsOf(hello.lines);
  findings.push(checkKeywords(server, keywords));
  if (keywords.has("AUTH")) {
    const todo = "Turn it off: a server that only takes mail needs no passwords, and they are guessed at.";
    findings.push(wrong("AUTH", `${server.host} offers sign-in without encryption.`, todo));
  }
  if (keywords.has("STARTTLS")) {
    const agreed = await dialogue.command("STARTTLS");
    if (agreed.code !== 220) {
      findings.push(
        wrong("STARTTLS", `${server.host} offers STARTTLS and then says ${agreed.code}.`, "Read the server's log."),
      );
    } else {
      const encryption = await dialogue.encrypt(server.host);
      findings.push(ok("STARTTLS", `${server.host} encrypts with ${encryption.protocol}.`));
      findings.push(checkCertificate(server.host, encryption, Date.now()));
      keywords = keywordsOf((await dialogue.command("EHLO doctor.invalid")).lines);
    }
  } else {
    const todo = "Set SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE; until then mail comes in clear text.";
    findings.push(warning("STARTTLS", `${server.host} does not encrypt.`, todo));
  }
  findings.push(...(await checkAnswers(dialogue, server, keywords)));
  findings.push(...(await checkRecipients(dialogue, server)));
  await dialogue.command("QUIT").catch(() => undefined);
  return findings;
}

function checkBanner({ host, domain }: MailServer, text: string): Finding {
  const [name = ""] = text.split(" ");
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name) && name.includes("."))
    return ok("banner", `The server greets as ${name}.`);
  return warning(
    "banner",
    `The server greets as "${name}".`,
    `It should begin with its name, ${host} or ${domain} (RFC 5321 section 4.2).`,
  );
}

/** The keywords of an answer to EHLO, without its first line. */
const keywordsOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.slice(1).map((line) => (line.split(" ")[0] ?? "").toUpperCase()));

const EXPECTED = ["PIPELINING", "8BITMIME", "SIZE", "ENHANCEDSTATUSCODES", "SMTPUTF8"];

function checkKeywords({ host }: MailServer, keywords: ReadonlySet<string>): Finding {
  const missing = EXPECTED.filter((keyword) => !keywords.has(keyword));
  if (missing.length === 0) return ok("EHLO", `${host} offers ${EXPECTED.join(", ")}.`);
  const todo =
    "Something in front of Satchel may answer in its place, such as a firewall's mail inspection: turn that off.";
  return warning("EHLO", `${host} does not offer ${missing.join(", ")}.`, todo);
}

function ofFault({ fault, message }: DialogueFault, { host, address, port }: MailServer, connected: boolean): Finding {
  const where = `${host} (${address}, port ${port})`;
  if (fault === "refused") {
    const todo = `Start Satchel with SMTP_HOST and SMTP_PORT so that port ${port} leads to it, and open it in the firewall.`;
    return wrong("connection", `Nothing takes mail at ${where}.`, todo);
  }
  if (fault === "handshake") {
    const todo = "See that key and certificate belong together and that TLS 1.2 or 1.3 is offered.";
    return wrong("STARTTLS", `The encryption with ${where} fails: ${message}.`, todo);
  }
  if (fault === "garbage")
    return wrong("dialogue", `${where} does not speak SMTP: ${message}`, "Let the port lead to Satchel.");
  if (connected) {
    const todo = "Read the server's log; it may have too many connections or refuse this machine.";
    return wrong("dialogue", `${where} stops in the middle: ${message}.`, todo);
  }
  const todo = `Open port ${port} in the firewall and at the provider; many providers also block it on the way out, so try from elsewhere too.`;
  return unknown("connection", `${where} can't be reached from here: ${message}.`, todo);
}
