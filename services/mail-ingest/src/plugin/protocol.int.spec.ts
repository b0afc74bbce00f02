import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { beginMail, connectSmtp, type SmtpClient, sendRaw } from "../../test/smtp-client.ts";

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.stop());

const SAVE = "save@satchel.example";
const mail = (from: string, body: string): string =>
  `From: ${from}\r\nMessage-ID: <${Math.random()}@client.example>\r\n\r\n${body}`;

const greeted = async (): Promise<SmtpClient> => {
  const client = await connectSmtp(door.mail.port);
  await client.command("EHLO client.example");
  return client;
};

describe("the greeting of EHLO", () => {
  test("offers only what is implemented", async () => {
    const client = await connectSmtp(door.mail.port);
    const [first, ...keywords] = (await client.command("EHLO client.example"))
      .split("\r\n")
      .map((line) => line.slice(4));
    expect(first).toMatch(/^satchel\.example Hello /);
    expect(keywords.toSorted()).toEqual(["8BITMIME", "ENHANCEDSTATUSCODES", "PIPELINING", "SIZE 10485760", "SMTPUTF8"]);
    client.close();
  });

  test("STARTTLS, AUTH, VRFY and EXPN reveal nothing and allow nothing", async () => {
    const client = await greeted();
    for (const line of ["STARTTLS", "AUTH PLAIN AGEAYg==", "EXPN save", "INTERNALCMD performShutdown", "XCLIENT A=b"]) {
      expect(await client.command(line)).toMatch(/^50\d 5\.5\.1 /);
    }
    const known = await client.command("VRFY save");
    expect(known).toMatch(/^252 2\.5\.2 /);
    expect(await client.command("VRFY nobody")).toBe(known);
    client.close();
  });
});

describe("every answer", () => {
  test("has an enhanced status code, except the greeting, EHLO's and 354", async () => {
    const lines = [
      ["HELP", /^214 2\.0\.0 /],
      ["NOOP", /^250 2\.0\.0 /],
      ["RSET", /^250 2\.0\.0 /],
      ["RSET now", /^501 5\.5\.4 /],
      ["DATA", /^503 5\.5\.1 /],
      ["RCPT TO:<a@b.example>", /^503 5\.5\.1 /],
      ["WHAT", /^500 5\.5\.1 /],
      ["MAIL", /^501.5\.1\.7 /],
      ["MAIL FROM:<a@@b>", /^501 5\.1\.7 /],
      ["MAIL FROM:<a@b.example> SIZE=99999999", /^552 5\.3\.4 /],
      ["MAIL FROM:<a@b.example> BODY=BINARYMIME", /^555 5\.5\.4 /],
      ["MAIL FROM:<a@b.example> SIZE=1000 BODY=8BITMIME SMTPUTF8", /^250 2\.1\.0 /],
      ["RCPT TO:<nobody@satchel.example>", /^550 5\.1\.1 /],
      ["RCPT TO:<@@>", /^501 5\.1\.3 /],
      [`RCPT TO:<${SAVE}> NOTIFY=NEVER`, /^555 5\.5\.4 /],
      [`RCPT TO:<${SAVE}>`, /^250 2\.1\.5 /],
      ["DATA", /^354 [^\d]/],
      ["From: nobody@example.org\r\n\r\nhello\r\n.", /^550 5\.7\.1 /],
      ["QUIT", /^221 2\.0\.0 /],
    ] as const;
    const client = await greeted();
    for (const [line, answer] of lines) {
      const reply = await client.command(line);
      expect(`${line}: ${reply}`).toMatch(new RegExp(`: ${answer.source.slice(1)}`));
      // Each line of an answer that has several.
      if (!reply.startsWith("354"))
        for (const one of reply.split("\r\n")) expect(one).toMatch(/^(\d)\d\d[ -]\1\.\d+\.\d+ /);
    }
    client.close();
  });

  test("to commands sent together comes in their order", async () => {
    const client = await greeted();
    client.send(`MAIL FROM:<>\r\nRCPT TO:<${SAVE}>\r\nRCPT TO:<nobody@satchel.example>\r\nDATA\r\n`);
    const replies = [await client.reply(), await client.reply(), await client.reply(), await client.reply()];
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(["250", "250", "550", "354"]);
    client.close();
  });
});

describe("commands sent along with the final dot (RFC 2920 section 3.1)", () => {
  /** Sends a mail with what comes behind it, in pieces of so many octets. */
  const sendPieces = async (client: SmtpClient, text: string, octets: number): Promise<void> => {
    for (let at = 0; at < text.length; at += octets) {
      client.send(text.slice(at, at + octets));
      await delay(1);
    }
  };

  test.each([
    ["in one piece", 100_000],
    ["in pieces that end anywhere", 7],
  ])("are answered in their order behind the mail's answer, %s", async (_name, octets) => {
    const sender = `pipelined-${octets}@example.org`;
    const userId = await door.claim(sender);
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, SAVE);
    const next = `RSET\r\nMAIL FROM:<${sender}>\r\nRCPT TO:<nobody@satchel.example>\r\nRCPT TO:<${SAVE}>\r\nDATA\r\n`;
    await sendPieces(client, `${mail(sender, "https://example.com/1")}\r\n.\r\n${next}`, octets);
    for (const answer of [
      /^250 2\.6\.0 /,
      /^250 2\.0\.0 /,
      /^250 2\.1\.0 /,
      /^550 5\.1\.1 /,
      /^250 2\.1\.5 /,
      /^354 /,
    ]) {
      expect(await client.reply()).toMatch(answer);
    }
    await sendPieces(client, `${mail(sender, "https://example.com/2")}\r\n.\r\nQUIT\r\n`, octets);
    expect(await client.reply()).toMatch(/^250 2\.6\.0 /);
    expect(await client.reply()).toMatch(/^221 2\.0\.0 /);
    expect(await client.rest()).toBe("");
    expect(await door.events(userId)).toMatchObject([
      { data: { urls: ["https://example.com/1"] } },
      { data: { urls: ["https://example.com/2"] } },
    ]);
  });

  test("are answered after a refused mail, also for a client without PIPELINING", async () => {
    const client = await connectSmtp(door.mail.port);
    for (const line of ["HELO client.example", "MAIL FROM:<a@b.example>", `RCPT TO:<${SAVE}>`, "DATA"]) {
      await client.command(line);
    }
    client.send(`${mail("stranger@example.org", "https://example.com/")}\r\n.\r\nNOOP\r\nWHAT\r\nQUIT\r\n`);
    for (const answer of [/^550 5\.7\.1 /, /^250 2\.0\.0 /, /^500 5\.5\.1 /, /^221 2\.0\.0 /]) {
      expect(await client.reply()).toMatch(answer);
    }
    expect(await client.rest()).toBe("");
  });

  test("are answered after a mail that is too large", async () => {
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, SAVE);
    client.send(`${`${"x".repeat(998)}\r\n`.repeat(11_000)}.\r\nQUIT\r\n`);
    expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
    expect(await client.reply()).toMatch(/^221 2\.0\.0 /);
    expect(await client.rest()).toBe("");
  });

  test("are at most 64 KiB", async () => {
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, SAVE);
    client.send(`${mail("stranger@example.org", "https://example.com/")}\r\n.\r\n${"NOOP\r\n".repeat(20_000)}`);
    expect(await client.rest()).toMatch(/421 4\.7\.0 .*\r\n$/);
  });
});

describe("sizes (RFC 5321 section 4.5.3.1)", () => {
  test("a local part of 64 octets and a path of 256 are taken, longer ones are refused", async () => {
    const client = await greeted();
    const domain = (length: number): string => `${"d".repeat(60)}.`.repeat(3) + "e".repeat(length - 183);
    const sender = (local: number, host: number): Promise<string> =>
      client.command(`MAIL FROM:<${"l".repeat(local)}@${domain(host)}>`);
    expect(await sender(64, 189)).toMatch(/^250 /);
    await client.command("RSET");
    expect(await sender(65, 189)).toMatch(/^501 5\.1\.7 /);
    expect(await sender(64, 192)).toMatch(/^501 5\.1\.7 /);
    client.close();
  });

  test("a command of 512 octets is taken; one without an end closes the connection", async () => {
    const client = await greeted();
    expect(await client.command(`NOOP ${"x".repeat(505)}`)).toMatch(/^250 /);
    client.send(`NOOP ${"x".repeat(2000)}`);
    expect(await client.reply()).toMatch(/^500 5\.5\.2 /);
    await client.rest();
  });

  test("a line of 1000 octets in a mail is taken as it is", async () => {
    const userId = await door.claim("lines@example.org");
    const link = `https://example.com/${"x".repeat(978)}`;
    expect(await sendRaw(door.mail.port, SAVE, mail("lines@example.org", link))).toMatch(/^250 /);
    expect(await door.events(userId)).toMatchObject([{ data: { urls: [link] } }]);
  });

  test("a hundred recipients are taken, the next one is to come in another mail", async () => {
    const client = await greeted();
    await client.command("MAIL FROM:<>");
    for (let i = 0; i < 100; i++) expect(await client.command(`RCPT TO:<save+${i}@satchel.example>`)).toMatch(/^250 /);
    expect(await client.command(`RCPT TO:<${SAVE}>`)).toMatch(/^452 4\.5\.3 /);
    client.close();
  });

  test("a mail that is larger than was offered is refused when it is through", async () => {
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, SAVE);
    const line = `${"x".repeat(998)}\r\n`;
    client.send(`${line.repeat(11_000)}.\r\n`);
    expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
    expect(await client.command("NOOP")).toMatch(/^250 /);
    client.close();
  });
});

describe("a recipient that is not ours", () => {
  test("gets the same answer for any name", async () => {
    const client = await greeted();
    await client.command("MAIL FROM:<anna@example.org>");
    const answers = new Set<string>();
    for (const recipient of [
      "other@satchel.example",
      "save@elsewhere.example",
      "saved@satchel.example",
      "save%elsewhere.example@satchel.example",
      "postmaster@elsewhere.example",
      "anna@example.org",
      "@satchel.example:anna@elsewhere.example",
    ]) {
      answers.add(await client.command(`RCPT TO:<${recipient}>`));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^550 5\.1\.1 /)]);
    client.close();
  });

  test("closes the connection when it is tried again and again", async () => {
    const client = await greeted();
    await client.command("MAIL FROM:<>");
    for (let i = 0; i < 9; i++) await client.command("RCPT TO:<guess@satchel.example>");
    expect(await client.command("RCPT TO:<guess@satchel.example>")).toMatch(/^421 4\.7\.0 /);
    await client.rest();
  });
});

describe("smuggling", () => {
  const smuggled = `MAIL FROM:<>\r\nRCPT TO:<${SAVE}>\r\nDATA\r\nFrom: smuggler@example.org\r\n\r\nhttps://evil.example/\r\n.\r\n`;

  test.each([
    ["a bare LF in a line", "first\nsecond\r\n.\r\n"],
    ["LF.CRLF", `first\n.\r\n${smuggled}`],
    ["LF.LF", `first\n.\n${smuggled}`],
    ["CRLF.LF", `first\r\n.\n${smuggled}`],
    ["CR.CRLF behind an LF", `first\n\r.\r\n${smuggled}`],
  ])("by %s ends the connection, and nothing is stored", async (name, body) => {
    const sender = `${name.replaceAll(/\W/g, "-")}@example.org`;
    const userId = await door.claim(sender);
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, SAVE);
    client.send(mail(sender, `https://example.com/ ${body.replaceAll("smuggler@example.org", sender)}`));
    expect(await client.reply()).toMatch(/^550 5\.5\.2 /);
    expect(await client.rest()).toBe("");
    expect(await door.events(userId)).toEqual([]);
  });

  test("by a whole mail sent along with the final dot is not stored: its text was not asked for", async () => {
    const userId = await door.claim("smuggler@example.org");
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, SAVE);
    client.send(`${mail("smuggler@example.org", "https://example.com/")}\r\n.\r\n${smuggled}`);
    for (const answer of [/^250 2\.6\.0 /, /^250 2\.1\.0 /, /^250 2\.1\.5 /, /^503 5\.5\.1 .*before it was asked/]) {
      expect(await client.reply()).toMatch(answer);
    }
    expect(await client.rest()).toBe("");
    expect(await door.events(userId)).toHaveLength(1);
  });

  test("by a carriage return in the header is refused", async () => {
    await door.claim("cr@example.org");
    const raw = "From: cr@example.org\rX: y\r\n\r\nhttps://example.com/";
    expect(await sendRaw(door.mail.port, SAVE, raw)).toMatch(/^550 5\.6\.0 /);
  });

  test.each([
    ["a bare LF", ["NOOP\n"], /^550 5\.5\.2 /],
    ["an LF that comes alone", ["NOOP", "\n"], /^550 5\.5\.2 /],
    ["NUL", ["NOOP \0\r\n"], /^500 5\.5\.2 /],
    ["a carriage return", ["MAIL FROM:<a\rb@example.org>\r\n"], /^500 5\.5\.2 /],
    ["a carriage return that comes last", ["MAIL FROM:<a\r", "b@example.org>\r\n"], /^500 5\.5\.2 /],
    ["DEL", ["NOOP \u007f\r\n"], /^500 5\.5\.2 /],
  ])("a command with %s ends the connection", async (_name, pieces, answer) => {
    const client = await greeted();
    for (const piece of pieces) {
      client.send(piece);
      await delay(20);
    }
    expect(await client.reply()).toMatch(answer);
    expect(await client.rest()).toBe("");
  });

  test("a command with a bare LF behind the end of a mail ends the connection too, and the mail is not answered", async () => {
    const userId = await door.claim("behind@example.org");
    const client = await connectSmtp(door.mail.port);
    await beginMail(client, SAVE);
    client.send(`${mail("behind@example.org", "https://example.com/")}\r\n.\r\nNOOP\n`);
    expect(await client.reply()).toMatch(/^550 5\.5\.2 /);
    expect(await client.rest()).toBe("");
    expect(await door.events(userId)).toEqual([]);
  });

  test("octets that come before the answer to DATA are not the mail's text", async () => {
    const client = await greeted();
    for (const line of ["MAIL FROM:<>", `RCPT TO:<${SAVE}>`]) expect(await client.command(line)).toMatch(/^250 /);
    client.send("DATA\r\nFrom: smuggler@example.org\r\n\r\nhttps://evil.example/\r\n.\r\n");
    expect(await client.reply()).toMatch(/^503 5\.5\.1 .*before it was asked/);
    expect(await client.rest()).toBe("");
  });

  test("by BDAT, which was not offered, or by a browser, closes the connection", async () => {
    for (const line of ["BDAT 100 LAST", "POST / HTTP/1.1", "GET / HTTP/1.1"]) {
      const client = await greeted();
      client.send(`${line}\r\nMAIL FROM:<>\r\nRCPT TO:<${SAVE}>\r\n`);
      expect(await client.reply()).toMatch(/^5\d\d 5\.5\.1 /);
      expect(await client.rest()).toBe("");
    }
  });
});

describe("connections", () => {
  test("from one host are at most 20", async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => connectSmtp(door.mail.port)));
    const late = await connectSmtp(door.mail.port);
    await expect(late.command("EHLO late.example")).rejects.toThrow();
    for (const client of clients) client.close();
    await eventually(async () => (await greeted()).close());
  });
});
