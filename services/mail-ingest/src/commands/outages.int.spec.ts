import { eventually, repetitions } from "@satchel/testing";
import type { UserId } from "@satchel/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { beginMail, connectSmtp, sendRaw } from "../../test/smtp-client.ts";
import { inProof } from "@satchel/testing/in-proof";

// Haraka is started again from source in here, which takes seconds.
let door: Door;
let userId: UserId;
beforeAll(async () => {
  door = await openDoor();
  userId = await door.claim("anna@example.org");
});
afterAll(() => door.stop());

const SAVE = "save@satchel.example";
const mail = (id: string): string =>
  `From: anna@example.org\r\nMessage-ID: <${id}@client.example>\r\n\r\nhttps://example.com/${id}`;

/** The Message-IDs of the mails that the journal holds, each as often as it is there. */
const stored = async (): Promise<string[]> =>
  (await door.events(userId)).map(({ data }) => (data as { messageId: string }).messageId.slice(1).split("@")[0] ?? "");

describe("without the journal", () => {
  test("a mail is answered 451, and when it is sent again with the journal back, 250 and stored once", async () => {
    await door.nats.stop();
    expect(await sendRaw(door.mail.port, SAVE, mail("outage"))).toMatch(/^451 4\.3\.0 /);
    await door.nats.restart();
    await eventually(async () => expect(await sendRaw(door.mail.port, SAVE, mail("outage"))).toMatch(/^250 /));
    expect(await sendRaw(door.mail.port, SAVE, mail("outage"))).toMatch(/^250 /);
    expect((await stored()).filter((id) => id === "outage")).toHaveLength(1);
  });
});

inProof(
  "when Haraka is paused for longer than the limit of reading a mail, then no mail is refused permanently, and each is stored once",
  async () => {
    await sendRaw(door.mail.port, SAVE, mail("before"));
    const [pid] = door.mail.pids;
    if (pid === undefined) throw new Error("Haraka does not run");
    const words = "https://example.com/a lorem ipsum ".repeat(60_000);
    const ids = Array.from({ length: 6 }, (_, n) => `stopped-${n}`);
    const send = (id: string) =>
      sendRaw(door.mail.port, SAVE, `${mail(id)}\r\n${words.replaceAll(/(.{900})/g, "$1\r\n")}`);
    const answers = ids.map(send);
    // Stopped while the first of them are read, and others come in.
    for (let n = 0; n < repetitions(1, 3); n++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      process.kill(pid, "SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, 2500));
      process.kill(pid, "SIGCONT");
    }
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^(?:250|451) /);

    // What was asked to come later comes again, as every mail server does.
    for (const id of ids) expect(await send(id)).toMatch(/^250 /);
    expect((await stored()).filter((id) => id.startsWith("stopped-")).toSorted()).toEqual(ids);
  },
);

describe("when Haraka is killed in the middle of its work", () => {
  test("it is restarted, and no mail that it answered 250 is lost or stored twice", async () => {
    const answered = new Set<string>();
    const sent: string[] = [];
    let killed = false;
    const sender = async (name: string): Promise<void> => {
      for (let i = 0; !killed; i++) {
        const id = `kill-${name}-${i}`;
        sent.push(id);
        const answer = await sendRaw(door.mail.port, SAVE, mail(id)).catch(() => "no answer");
        if (answer.startsWith("250 ")) answered.add(id);
      }
    };
    const senders = ["a", "b", "c", "d"].map(sender);
    await eventually(() => answered.size >= 10);
    const [first = 0] = door.mail.pids;
    process.kill(first, "SIGKILL");
    killed = true;
    await Promise.all(senders);

    const before = await stored();
    expect([...answered].filter((id) => !before.includes(id))).toEqual([]);

    // What any mail server does with a mail that was not answered: it sends it again.
    for (const id of sent) {
      await eventually(async () => expect(await sendRaw(door.mail.port, SAVE, mail(id))).toMatch(/^250 /));
    }
    expect(door.mail.pids).not.toContain(first);
    const after = (await stored()).filter((id) => id.startsWith("kill-"));
    expect(after.toSorted()).toEqual(sent.toSorted());
  });
});

describe("at a stop", () => {
  test("a mail in progress is answered, idle connections are closed with 421, and new ones are refused", async () => {
    const { port } = door.mail;
    const busy = await connectSmtp(port);
    await beginMail(busy, SAVE);
    busy.send(mail("drained"));
    const idle = await connectSmtp(port);
    await idle.command("EHLO idle.example");

    const stopped = door.mail.stop();
    expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
    await expect(connectSmtp(port)).rejects.toThrow(/ECONNREFUSED/);
    busy.send("\r\n.\r\n");
    expect(await busy.reply()).toMatch(/^250 /);
    expect(await busy.reply()).toMatch(/^421 4\.3\.2 /);
    await stopped;
    expect(await stored()).toContain("drained");
    expect(door.mail.pids).toEqual([]);
  });
});
