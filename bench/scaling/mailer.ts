import { setTimeout as delay } from "node:timers/promises";
import nodemailer from "nodemailer";
import type { Tally } from "./tally.ts";

/** Milliseconds after which a sender gives a mail up; a real one takes days. */
const GIVE_UP_MS = 60_000;
const AGAIN_MS = 300;
const SAVE = "save@localhost";

export interface Mail {
  readonly from: string;
  readonly messageId: string;
  readonly text: string;
}

/** Sends a mail as any mail server does: what was not answered is sent again, as it is. @throws when it is refused or given up */
export async function sendMail(port: number, mail: Mail, tally: Tally): Promise<void> {
  const began = Date.now();
  const heard: string[] = [];
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
      await transport.sendMail({ ...mail, to: SAVE, subject: "Links" });
      return tally.note({ what: "mail", isDone: true, heard, took: Date.now() - began });
    } catch (error) {
      const { responseCode, code, message } = error as Error & { responseCode?: number; code?: string };
      heard.push(responseCode === undefined ? `${code}: ${message}` : message);
      const isRefused = responseCode !== undefined && responseCode >= 500;
      if (isRefused || Date.now() - began > GIVE_UP_MS) {
        tally.note({ what: "mail", isDone: false, heard, took: Date.now() - began });
        throw error;
      }
    } finally {
      transport.close();
    }
    await delay(AGAIN_MS);
  }
}
