import { createLogger, type Logger, makeDkimKey } from "@satchel/chassis";
import { eventually } from "@satchel/testing";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { describe, expect, test } from "vitest";
import { startSmtpRelay } from "../../test/smtp-relay.ts";
import type { MailTimes } from "../limits.ts";
import type { Mail } from "./mail.ts";
import { startMailer } from "./mailer.ts";
import { openSmtp } from "./smtp.ts";

const mail: Mail = {
  to: "anna@post.example",
  subject: "407219 is your Satchel code",
  text: "407219",
  html: "<p>407219</p>",
  language: "en",
};
const TIMES: MailTimes = { handOver: 2000, attempt: 5000, backoff: [1, 1], drain: 5000 };

async function mailerTo(script: readonly string[], times: Partial<MailTimes> = {}) {
  const relay = await startSmtpRelay(script);
  const log: string[] = [];
  const logger: Logger = createLogger("test", "trace", { write: (line: string) => void log.push(line) });
  const mailer = startMailer(openSmtp(relay.url, "Satchel <no-reply@satchel.example>"), logger, { ...TIMES, ...times });
  return { relay, log, mailer };
}

describe("a mail by SMTP", () => {
  test("given a relay, when a mail is sent, then the relay has it once", async () => {
    const { relay, mailer } = await mailerTo([]);
    await mailer.send(mail);

    expect(relay.taken).toHaveLength(1);
    expect(relay.taken[0]).toContain("Subject: 407219 is your Satchel code");
    expect(relay.taken[0]).toContain("Auto-Submitted: auto-generated");
  });

  test("given a key, then the relay gets a mail whose signature is good, of the domain that mails come from", async () => {
    const relay = await startSmtpRelay([]);
    const key = makeDkimKey();
    const logger = createLogger("test", "silent");
    const deliver = openSmtp(relay.url, "Satchel <no-reply@links.satchel.example>", { key, selector: "mine" });
    await startMailer(deliver, logger, TIMES).send({ ...mail, html: `<p>${"Grüße ".repeat(200)}</p>` });

    const resolver = async (name: string) =>
      name === "mine._domainkey.links.satchel.example" ? [[`v=DKIM1; k=rsa; p=${key.published}`]] : [];
    const raw = `${relay.taken[0]?.replaceAll("\n", "\r\n")}\r\n`;
    const { results } = await dkimVerify(Buffer.from(raw), { resolver });
    expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ["pass", "links.satchel.example"],
    ]);
  });

  test.each([["451 4.7.1 try again later"], ["hang up"]])(
    "given a relay that first answers %j, when a mail is sent, then it is tried again and arrives",
    async (answer) => {
      const { relay, mailer } = await mailerTo([answer, answer]);
      await mailer.send(mail);

      expect(relay.taken).toHaveLength(1);
      expect(relay.attempts()).toBe(3);
    },
  );

  test("given a relay with a permanent error, when a mail is sent, then it fails without a retry", async () => {
    const { relay, mailer } = await mailerTo(["550 5.1.1 nobody here"]);

    await expect(mailer.send(mail)).rejects.toMatchObject({ responseCode: 550 });
    expect(relay.attempts()).toBe(1);
  });

  test("given a relay that never recovers, when a mail is sent, then it fails after the last attempt", async () => {
    const { relay, mailer } = await mailerTo(Array(10).fill("451 4.3.0 not now"));

    await expect(mailer.send(mail)).rejects.toMatchObject({ responseCode: 451 });
    expect(relay.attempts()).toBe(TIMES.backoff.length + 1);
  });

  test.each(["550 5.7.1 refused", "451 4.7.1 later"])(
    "given a relay that says %j and repeats the mail, then the log tells the reply and neither code, token nor address",
    async (reply) => {
      const { log, mailer } = await mailerTo(Array(3).fill(`${reply}: 407219 #token=s3cr3t anna@post.example`));
      await expect(mailer.send({ ...mail, text: "407219 #token=s3cr3t" })).rejects.toThrow();

      await eventually(() => log.some((line) => line.includes("not delivered")));
      expect(log.join()).toContain(`"reply":${reply.slice(0, 3)}`);
      for (const secret of ["407219", "s3cr3t", "anna@"]) expect(log.join()).not.toContain(secret);
    },
  );

  test("given a relay that does not answer, when a mail is sent, then the sender waits no longer than for the hand-over, and the mail goes on", async () => {
    const { relay, mailer, log } = await mailerTo(["silence"], { handOver: 100, drain: 100 });
    await mailer.send(mail);
    expect(relay.taken).toEqual([]);
    expect(log.join()).not.toContain("not delivered");

    await mailer.close();
    expect(log.join()).toContain("not delivered");
  });

  test("given a relay that does not answer the first attempt, when its time is over, then the mail is tried again and arrives", async () => {
    const { relay, mailer } = await mailerTo(["silence"], { attempt: 100 });
    await mailer.send(mail);

    expect(relay.taken).toHaveLength(1);
  });

  test("given a mail that waits for its next attempt, when the mailer closes, then the mail is still delivered", async () => {
    const { relay, mailer } = await mailerTo(["451 4.7.1 try again later"], { backoff: [200] });
    const sent = mailer.send(mail);
    await eventually(() => relay.attempts() === 1);
    await mailer.close();

    await sent;
    expect(relay.taken).toHaveLength(1);
  });

  test("given a mail of another service that takes longer than its caller waits, then it is not undone, and who asks again joins it", async () => {
    let release = (): void => undefined;
    const taken = new Promise<void>((resolve) => {
      release = resolve;
    });
    let attempts = 0;
    let undone = 0;
    const deliver = async (): Promise<void> => {
      attempts++;
      await taken;
    };
    const mailer = startMailer(deliver, createLogger("test", "silent"), { ...TIMES, handOver: 50 });
    const send = () => mailer.sendOnce("one", async () => ({ mail, failed: async () => void undone++ }));
    await expect(send()).rejects.toMatchObject({ code: "unavailable" });
    release();
    expect(await send()).toBe("sent");
    expect([attempts, undone]).toEqual([1, 0]);
  });

  test("given a mail of another service with a temporary fault, then it is undone, and who asks again makes another attempt", async () => {
    const { relay, mailer } = await mailerTo(["451 4.7.1 later"]);
    let undone = 0;
    const send = () => mailer.sendOnce("one", async () => ({ mail, failed: async () => void undone++ }));
    await expect(send()).rejects.toMatchObject({ code: "unavailable" });
    expect([undone, relay.taken.length]).toEqual([1, 0]);
    expect(await send()).toBe("sent");
    expect([undone, relay.taken.length]).toEqual([1, 1]);
  });
});
