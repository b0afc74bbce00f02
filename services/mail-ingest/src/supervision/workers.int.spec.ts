import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, tempDir } from "@satchel/testing";
import type { UserId } from "@satchel/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate, writeCertificate } from "../../test/certificate.ts";
import { type Door, openDoor } from "../../test/door.ts";
import { connectSmtp, secure, sendRaw } from "../../test/smtp-client.ts";

// Each worker is started from source, which takes seconds.
const SAVE = "save@satchel.example";
let door: Door;
let userId: UserId;
let folder: string;
beforeAll(async () => {
  folder = await tempDir();
  door = await openDoor({
    SMTP_PROCESSES: "2",
    SMTP_CONNECTIONS_PER_CLIENT: "5",
    SMTP_MAILS_PER_SENDER: "100000",
    SMTP_MAILS_PER_CLIENT: "100000",
    ...(await writeCertificate(folder, makeCertificate("first.example"))),
  });
  userId = await door.claim("anna@example.org");
});
afterAll(() => door.stop());

const mail = (id: string): string =>
  `From: anna@example.org\r\nMessage-ID: <${id}@client.example>\r\n\r\nhttps://example.com/${id}`;
const send = (id: string): Promise<string> => sendRaw(door.mail.port, SAVE, mail(id));

/** Process ids that the log names for the mails that were answered so far. */
const answeredBy = (): Set<number> =>
  new Set(
    door.log
      .filter((line) => line.includes("A mail is answered") && line.includes('"answer":250'))
      .map((line) => Number((JSON.parse(line) as { worker: number }).worker)),
  );

const stored = async (): Promise<string[]> =>
  (await door.events(userId)).map(({ data }) => (data as { messageId: string }).messageId.slice(1).split("@")[0] ?? "");

const shownName = async (): Promise<string> => {
  const client = await connectSmtp(door.mail.port);
  await client.command("EHLO client.example");
  await client.command("STARTTLS");
  const secured = await secure(client);
  const { subject } = secured.socket.getPeerCertificate();
  secured.close();
  return subject.CN as string;
};

describe("with two worker processes", () => {
  test("both take mails that come at the same time", async () => {
    await eventually(async () => {
      const answers = await Promise.all([1, 2, 3, 4].map((n) => send(`both-${n}-${Math.random()}`)));
      for (const answer of answers) expect(answer).toMatch(/^250 /);
      expect(door.mail.pids).toHaveLength(2);
      expect(answeredBy()).toEqual(new Set(door.mail.pids));
    });
  });

  test("a renewed certificate is shown by both", async () => {
    const next = makeCertificate("renewed.example");
    for (const [name, text] of [
      ["cert.pem", next.cert],
      ["key.pem", next.key],
    ] as const) {
      await writeFile(join(folder, `${name}.new`), text);
      await rename(join(folder, `${name}.new`), join(folder, name));
    }
    for (let i = 0; i < 6; i++) expect(await shownName()).toBe("renewed.example");
  });

  test("connections of one client are limited in each of them", async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => connectSmtp(door.mail.port)));
    const answers = await Promise.all(clients.map((client) => client.command("NOOP").catch(() => "closed")));
    const open = answers.filter((answer) => answer.startsWith("250 ")).length;
    for (const client of clients) client.close();
    // Five in each worker.
    expect(open).toBeGreaterThanOrEqual(5);
    expect(open).toBeLessThanOrEqual(10);
    await eventually(async () => expect(await send(`after-${Math.random()}`)).toMatch(/^250 /));
  });

  test("a killed one is replaced, and no mail that was answered 250 is lost or saved twice", async () => {
    const [victim = 0, other] = door.mail.pids;
    const answered = new Set<string>();
    const sent: string[] = [];
    let over = false;
    const sender = async (name: string): Promise<void> => {
      for (let i = 0; !over; i++) {
        const id = `kill-${name}-${i}`;
        sent.push(id);
        const answer = await send(id).catch(() => "no answer");
        if (answer.startsWith("250 ")) answered.add(id);
      }
    };
    const senders = ["a", "b", "c"].map(sender);
    await eventually(() => answered.size >= 10);
    process.kill(victim, "SIGKILL");
    const before = answered.size;
    await eventually(() => answered.size >= before + 10);
    over = true;
    await Promise.all(senders);

    const kept = await stored();
    expect([...answered].filter((id) => !kept.includes(id))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    await eventually(async () => {
      await Promise.all([1, 2].map((n) => send(`new-${n}-${Math.random()}`)));
      const replacement = door.mail.pids.find((each) => each !== other);
      expect(replacement).not.toBe(victim);
      expect(answeredBy()).toContain(replacement);
    });
  });

  test("a stop ends all of them", async () => {
    const all = door.mail.pids;
    await door.mail.stop();
    // One that has ended takes signals until it has been collected.
    for (const pid of all) await eventually(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/));
  });
});
