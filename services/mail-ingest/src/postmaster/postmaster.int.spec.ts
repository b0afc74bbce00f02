import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eventually, tempDir } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { startRelay } from "../../test/relay.ts";
import { beginMail, connectSmtp, sendRaw } from "../../test/smtp-client.ts";

const relay = await startRelay();
const report = (text: string): string => `From: reporter@elsewhere.example\r\nSubject: abuse\r\n\r\n${text}`;

describe("with a postmaster's address", () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ POSTMASTER_ADDRESS: "admin@example.org", SMTP_URL: relay.url });
  });
  afterAll(() => door.stop());
  const send = (recipient: string, raw: string, sender = ""): Promise<string> =>
    sendRaw(door.mail.port, recipient, raw, sender);

  test.each(["postmaster@satchel.example", "postmaster", "PostMaster@Satchel.Example", "abuse@satchel.example"])(
    "mail for %s is handed to the relay before it is answered, the original octet for octet",
    async (recipient) => {
      const raw = report(`Dear ${recipient},\r\n8-bit: \xe4\xf6\xfc \xff\r\n..two dots\r\n--=_ no boundary\r\nend`);
      expect(await send(recipient, raw)).toMatch(/^250 2\.6\.0 /);
      const mail = relay.taken.at(-1) ?? "";
      const received = raw.replace("..two", ".two");
      const [head = "", , attached = ""] = mail.split(/\r\n--=_[0-9a-f-]{36}(?:--)?\r\n/);
      expect(head).toMatch(/^From: Satchel <no-reply@satchel\.example>\r\nTo: admin@example\.org$/m);
      expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(attached).toMatch(/^Content-Type: message\/rfc822\r\nContent-Transfer-Encoding: 8bit\r\n/);
      expect(attached.slice(attached.indexOf("\r\n\r\n") + 4)).toBe(`${received}\r\n`);
      expect(relay.recipients.at(-1)).toBe("admin@example.org");
    },
  );

  test.each<[string, string, number]>([
    ["with octets beyond ASCII in its header", "Subject: \xe4\xff\r\nFrom: \xfc@x.example\r\n\r\ntext", 7],
    ["without an empty line", "Subject: header\r\nFrom: a@x.example\r\n folded", 5],
    ["with dots and line ends everywhere", `Subject: x\r\n\r\n.\r\n..\r\n.a\r\n\r\n. \r\n${".\r\n".repeat(9)}`, 1],
  ])("mail %s is handed over octet for octet, in whatever pieces it comes", async (_name, raw, size) => {
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, "postmaster");
    const wire = Buffer.from(`${`${raw}\r\n`.replaceAll(/^\./gm, "..")}.\r\n`, "latin1");
    for (let at = 0; at < wire.length; at += size) {
      client.socket.write(wire.subarray(at, at + size));
      await delay(1);
    }
    expect(await client.reply()).toMatch(/^250 2\.6\.0 /);
    client.close();
    expect(relay.taken.at(-1)).toContain(`filename=original.eml\r\n\r\n${raw}\r\n\r\n--=_`);
  });

  test("a bounce, with the null sender, is forwarded too", async () => {
    const before = relay.taken.length;
    expect(await send("postmaster", report("undeliverable"), "")).toMatch(/^250 /);
    expect(relay.taken).toHaveLength(before + 1);
  });

  test("a mail that the relay refuses is not answered 250, but is when it comes again and the relay accepts it", async () => {
    for (const refusal of ["450 later", "550 never"]) {
      relay.refuse(refusal);
      expect(await send("postmaster", report(refusal))).toMatch(/^451 4\.3\.0 /);
      relay.refuse(undefined);
      expect(await send("postmaster", report(refusal))).toMatch(/^250 /);
    }
    expect(door.log.join("")).not.toContain("never");
  });

  test("a mail that was forwarded before, or is its bounce, or is in a loop, is refused", async () => {
    await send("postmaster", report("once"));
    const passedOn = relay.taken.at(-1) ?? "";
    const count = relay.taken.length;
    expect(await send("postmaster", passedOn)).toMatch(/^554 5\.4\.6 /);
    expect(await send("abuse@satchel.example", report(`It bounced:\r\n\r\n${passedOn}`))).toMatch(/^554 5\.4\.6 /);
    const hops = Array.from({ length: 51 }, (_, i) => `Received: from a by b; ${i}\r\n`).join("");
    expect(await send("postmaster", `${hops}${report("far")}`)).toMatch(/^554 5\.4\.6 /);
    expect(relay.taken).toHaveLength(count);
  });

  test.each(["\r.\r", "\r.\r\n", "\r\n.\r"])(
    "one with a carriage return alone is refused: a relay that takes it for a line's end would find %j, and commands behind it",
    async (end) => {
      const before = relay.taken.length;
      const text = `text${end}MAIL FROM:<a@x.example>`;
      expect(await send("postmaster", report(text))).toMatch(/^550 5\.5\.2 /);
      expect(relay.taken).toHaveLength(before);
    },
  );

  test("a large one, or one with a header that can't be read, is refused", async () => {
    expect(await send("postmaster", report(`${"x".repeat(998)}\r\n`.repeat(1100)))).toMatch(/^552 5\.3\.4 /);
    expect(await send("postmaster", "No header at all")).toMatch(/^550 5\.6\.0 /);
  });

  test("one mail is for the postmaster or for the save address: the other recipient must come in a separate mail", async () => {
    const client = await connectSmtp(door.mail.port);
    for (const line of ["EHLO x", "MAIL FROM:<>", "RCPT TO:<postmaster>"]) await client.command(line);
    expect(await client.command("RCPT TO:<save@satchel.example>")).toMatch(/^452 4\.5\.3 /);
    expect(await client.command("RCPT TO:<abuse@satchel.example>")).toMatch(/^250 /);
    await client.command("RSET");
    for (const line of ["MAIL FROM:<>", "RCPT TO:<save@satchel.example>"]) await client.command(line);
    expect(await client.command("RCPT TO:<postmaster>")).toMatch(/^452 4\.5\.3 /);
    client.close();
  });
});

describe("without a postmaster's address", () => {
  test("the mail is in the outbox, readable by its owner only, up to the limit of an hour", async () => {
    const outbox = join(await tempDir(), "outbox");
    const door = await openDoor({ OUTBOX_DIR: outbox, SMTP_URL: relay.url });
    try {
      const send = (): Promise<string> => sendRaw(door.mail.port, "postmaster@satchel.example", report("kept"));
      const before = relay.taken.length;
      expect(await send()).toMatch(/^250 /);
      const [name = "", ...more] = await readdir(outbox);
      expect(more).toEqual([]);
      expect(name).toMatch(/^\d{8}T\d{9}Z-postmaster-[0-9a-f]{8}\.eml$/);
      expect(await readFile(join(outbox, name), "latin1")).toContain(report("kept"));
      expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600);
      // Haraka's log comes through a pipe, and may be behind its answer.
      await eventually(() => door.log.some((line) => line.includes("POSTMASTER_ADDRESS")));
      expect(relay.taken).toHaveLength(before);

      for (let i = 1; i < 60; i++) expect(await send()).toMatch(/^250 /);
      expect(await send()).toMatch(/^451 4\.7\.1 /);
      expect(await readdir(outbox)).toHaveLength(60);
    } finally {
      await door.stop();
    }
  });
});
