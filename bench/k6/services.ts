import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { addressKey, type Journal, normaliseAddress } from "@satchel/chassis";
import { addressSubject } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { randomUUID } from "node:crypto";
import { findSmtpSource, sendMails } from "../mail/smtp-source.ts";
import { userOf } from "./seed.ts";

/** All services except enrichment, which would send requests to the sites of invented links. */
const SERVICES = ["identity", "links", "folders", "search", "mail-ingest", "gateway"] as const;
const SENDER = "somebody@burst.example";
const SAVE = "save@localhost";

/** The system as separate processes of the built programs. */
export interface Services {
  /** Resolves when the gateway is ready. */
  ready(origin: string): Promise<void>;
  /** Sends so many mails over 10 connections. @returns a sentence about their time */
  mailBurst(journal: Journal, port: number, mails: number): Promise<string>;
  stop(): Promise<void>;
}

export function startServices(dir: string, settings: Record<string, string>): Services {
  const { KEY = "", ...where } = settings;
  const env = {
    ...process.env,
    ...where,
    ADDRESS_KEY: KEY,
    CODE_KEY: KEY,
    TOKEN_KEY: KEY,
    OUTBOX_DIR: join(dir, "outbox"),
    MAIL_RUN_DIR: join(dir, "haraka"),
    MAIL_AUTH: "off",
    SAVE_ADDRESS: SAVE,
    SMTP_MAILS_PER_CLIENT: "1000000",
    SMTP_MAILS_PER_SENDER: "1000000",
    TRUST_PROXY: "127.0.0.1",
    AUTH_PER_MINUTE: "1000000",
    PUBLIC_URL: `http://127.0.0.1:${where["PORT"]}`,
    LOG_LEVEL: "error",
  };
  const children: ChildProcess[] = SERVICES.map((name) =>
    spawn(process.execPath, [join(import.meta.dirname, `../../services/${name}/dist/main.js`)], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  return {
    ready: async (origin) => {
      await eventually(async () => (await fetch(`${origin}/api/health`)).ok, { timeout: 60_000, interval: 200 });
    },
    mailBurst: async (journal, port, mails) => {
      const address = normaliseAddress(SENDER);
      if (address === undefined) throw new Error(`${SENDER} is no address`);
      const event = { id: randomUUID(), type: "AddressClaimed", data: { userId: userOf(1) } };
      await journal.append({ subject: addressSubject(addressKey(KEY, address)), event, expected: 0 });
      const load = { port, from: SENDER, to: SAVE, mails, connections: 10, reuse: true };
      const seconds = await sendMails(await findSmtpSource(), load);
      return `${mails} mails accepted in ${seconds.toFixed(1)} s`;
    },
    stop: async () => {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null) return;
          child.kill("SIGTERM");
          await once(child, "exit");
        }),
      );
    },
  };
}
