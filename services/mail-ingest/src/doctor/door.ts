import { checkCertificate } from "./certificate.ts";
import { Dialogue, DialogueFault } from "./dialogue.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";
import { checkAnswers, checkRecipients } from "./recipients.ts";

/** A mail server as it is reached. */
export interface Door {
  /** The name in the MX record. */
  readonly host: string;
  /** Where it is connected to. */
  readonly address: string;
  readonly port: number;
  readonly domain: string;
  readonly saveAddress: string;
  readonly timeoutMs: number;
}

/** Checks a mail server by talking to it. Recipients are asked for and given up again: no mail is sent. */
export async function checkDoor(door: Door): Promise<Finding[]> {
  const { host, address, port, timeoutMs } = door;
  const findings: Finding[] = [];
  let dialogue: Dialogue | undefined;
  try {
    dialogue = await Dialogue.open(address, port, timeoutMs);
    findings.push(ok("connection", `${host} can be reached at ${address}, port ${port}.`));
    findings.push(...(await talk(dialogue, door)));
  } catch (error) {
    if (!(error instanceof DialogueFault)) throw error;
    findings.push(ofFault(error, door, dialogue !== undefined));
  } finally {
    dialogue?.close();
  }
  return findings;
}

async function talk(dialogue: Dialogue, door: Door): Promise<Finding[]> {
  const findings: Finding[] = [];
  const banner = await dialogue.reply();
  const [text = ""] = banner.lines;
  if (banner.code !== 220) {
    const todo = "Read the server's log; 4xx and 5xx here mean that it is stopping, full, or refuses this machine.";
    return [wrong("banner", `${door.host} greets with ${banner.code} ${text}`, todo)];
  }
  findings.push(checkBanner(door, text));
  const hello = await dialogue.command("EHLO doctor.invalid");
  if (hello.code !== 250) {
    return [
      ...findings,
      wrong("EHLO", `${door.host} answers EHLO with ${hello.code}.`, "Let senders reach Satchel itself."),
    ];
  }
  let keywords = keywordsOf(hello.lines);
  findings.push(checkKeywords(door, keywords));
  if (keywords.has("AUTH")) {
    const todo = "Turn it off: a server that only takes mail needs no passwords, and they are guessed at.";
    findings.push(wrong("AUTH", `${door.host} offers sign-in without encryption.`, todo));
  }
  if (keywords.has("STARTTLS")) {
    const agreed = await dialogue.command("STARTTLS");
    if (agreed.code !== 220) {
      findings.push(
        wrong("STARTTLS", `${door.host} offers STARTTLS and then says ${agreed.code}.`, "Read the server's log."),
      );
    } else {
      const encryption = await dialogue.encrypt(door.host);
      findings.push(ok("STARTTLS", `${door.host} encrypts with ${encryption.protocol}.`));
      findings.push(checkCertificate(door.host, encryption, Date.now()));
      keywords = keywordsOf((await dialogue.command("EHLO doctor.invalid")).lines);
    }
  } else {
    const todo = "Set SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE; until then mail comes in clear text.";
    findings.push(warning("STARTTLS", `${door.host} does not encrypt.`, todo));
  }
  findings.push(...(await checkAnswers(dialogue, door, keywords)));
  findings.push(...(await checkRecipients(dialogue, door)));
  await dialogue.command("QUIT").catch(() => undefined);
  return findings;
}

function checkBanner({ host, domain }: Door, text: string): Finding {
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

function checkKeywords({ host }: Door, keywords: ReadonlySet<string>): Finding {
  const missing = EXPECTED.filter((keyword) => !keywords.has(keyword));
  if (missing.length === 0) return ok("EHLO", `${host} offers ${EXPECTED.join(", ")}.`);
  const todo =
    "Something in front of Satchel may answer in its place, such as a firewall's mail inspection: turn that off.";
  return warning("EHLO", `${host} does not offer ${missing.join(", ")}.`, todo);
}

function ofFault({ fault, message }: DialogueFault, { host, address, port }: Door, connected: boolean): Finding {
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
