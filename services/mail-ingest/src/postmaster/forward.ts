import { readdir } from "node:fs/promises";
import { type Logger, writeToOutbox } from "@satchel/chassis";
import { POSTMASTER_BYTES, POSTMASTER_MAILS_KEPT } from "@satchel/contracts";
import type { Transporter } from "nodemailer";
import { type Answer, answers } from "../domain/answers.ts";
import { POSTMASTER_HOPS, POSTMASTER_MS } from "../limits.ts";
import type { MailLimits } from "../limiting/mail-limits.ts";
import { fieldsNamed, splitHeader } from "../domain/message/header.ts";
import { composeForward, type ForwardedMail, wasForwarded } from "./compose.ts";

interface ForwarderOptions {
  readonly domain: string;
  /** The postmaster's own address; undefined when none is configured. */
  readonly to: string | undefined;
  readonly from: string;
  /** The relay; undefined: the outbox. */
  readonly relay: string | undefined;
  readonly outbox: string;
  readonly limits: Pick<MailLimits, "ofPostmaster">;
  readonly logger: Logger;
}

/** Forwards a mail to the postmaster. 250 means that the relay has accepted it, or that it is in the outbox. */
export type Forwarder = (raw: Buffer, from: Pick<ForwardedMail, "sender" | "ip">) => Promise<Answer>;

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { domain, to, from, relay, outbox, limits, logger } = options;
  // A relay needs an address to send to.
  const deliver = relay === undefined || to === undefined ? openOutbox(outbox) : openRelay(relay, from, to);
  return async (raw, { sender, ip }) => {
    if (raw.length > POSTMASTER_BYTES) return answers.oversize;
    // A relay that takes one for the end of a line would read commands of a stranger behind a dot, in this server's name.
    if (/\r(?!\n)/.test(raw.toString("latin1"))) return answers.bareReturn;
    const header = splitHeader(raw);
    if (typeof header === "string") return header === "too-large" ? answers.largeHeader : answers.malformed;
    if (wasForwarded(raw, domain) || fieldsNamed(header, "received").length > POSTMASTER_HOPS) return answers.loop;
    try {
      if (!(await limits.ofPostmaster())) return answers.tooManyForwarded;
      const message = composeForward(raw, {
        domain,
        from,
        to: to ?? `postmaster@${domain}`,
        sender,
        ip,
        date: new Date(),
      });
      if (!(await deliver(message))) return answers.outboxFull;
      logger.info(
        { ip, octets: raw.length, by: relay === undefined ? "outbox" : "relay" },
        "A mail for postmaster is passed on",
      );
      if (to === undefined) logger.warn("It lies in the outbox: POSTMASTER_ADDRESS is not set");
      return answers.forwarded;
    } catch (error) {
      // The text of the relay's reply is not logged, because it may repeat the mail.
      const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
      const reason = typeof code === "string" ? code : error instanceof Error ? error.name : "unknown";
      logger.error({ reason, reply: responseCode }, "A mail for postmaster could not be passed on");
      return answers.unavailable;
    }
  };
}

/** Delivers a mail. @returns false when the outbox is full */
type MailTarget = (message: Buffer) => Promise<boolean>;

function openRelay(url: string, from: string, to: string): MailTarget {
  let transport: Transporter | undefined;
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return async (raw) => {
    // Our own sender, because a relay may refuse the null sender. A bounce to it is refused here.
    const signal = AbortSignal.timeout(POSTMASTER_MS);
    const { createTransport } = await import("nodemailer");
    transport ??= createTransport({ url });
    await transport.sendMail({ envelope: { from: address, to }, raw, signal });
    return true;
  };
}

const KIND = "postmaster";

function openOutbox(folder: string): MailTarget {
  return async (message) => {
    const names = await readdir(folder).catch(() => []);
    if (names.filter((name) => name.includes(`-${KIND}-`)).length >= POSTMASTER_MAILS_KEPT) return false;
    await writeToOutbox(folder, message, KIND);
    return true;
  };
}
