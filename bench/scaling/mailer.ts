import { setTimeout as delay } from "node:timers/promises";
import nodemailer from "nodemailer";
import type { Tally } from "./tally.ts";

/** Milliseconds after which a sender gives a mail up; real ones take days. */
const GIVE_UP_MS = 60_000;
const RETRY_MS = 300;

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
}

/** Sends a mail until it is answered with success, as a mail server does. @throws when it is refused or given up */
export async function sendMail(port: number, mail: Mail, tally: Tally): Promise<void> {
  const began = Date.now();
  const failures: string[] = [];
  for (;;) {
    const transport = nodemailer.createTransport({
      host: "127.0.0.1",
      port,
      ignoreTLS: true,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 20_000,
    });
    try {
      await transport.sendMail({ ...mail, subject: "Links" });
      return tally.add({ what: "mail", isDone: true, failures, took: Date.now() - began });
    } catch (error) {
      const { responseCode, code, message } = error as Error & { responseCode?: number; code?: string };
      failures.push(responseCode === undefined ? `${code}: ${message}` : message);
      const isRefused = responseCode !== undefined && responseCode >= 500;
      if (isRefused || Date.now() - began > GIVE_UP_MS) {
        tally.add({ what: "mail", isDone: false, failures, took: Date.now() - began });
        throw error;
      }
    } finally {
      transport.close();
    }
    await delay(RETRY_MS);
  }
}
