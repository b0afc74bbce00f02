import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { beginMail, connectSmtp, type SmtpClient, sendRaw } from "../../test/smtp-client.ts";

const SAVE = "save@satchel.example";
const ANNA = "anna@example.org";
const mail = (): string => `From: ${ANNA}\r\nMessage-ID: <${Math.random()}@client.example>\r\n\r\nhttps://example.com/`;

let door: Door;
/** Opens a connection that is closed when the test is over: tests that run together have to leave one another's open. */
type Connect = (options?: Parameters<typeof connectSmtp>[1]) => Promise<SmtpClient>;
const connector =
  (finished: typeof onTestFinished): Connect =>
  async (options = {}) => {
    const client = await connectSmtp(door.mail.port, options);
    finished(() => client.close());
    return client;
  };
const connect = connector(onTestFinished);
/** A mail of somebody who does nothing wrong, from an address of its own. */
const normalMail = (): Promise<string> => sendRaw(door.mail.port, SAVE, mail(), undefined, "127.0.9.9");

beforeAll(async () => {
  door = await openDoor({
    SMTP_CONNECTIONS: "7",
    SMTP_COMMAND_SECONDS: "5",
    SMTP_DATA_SECONDS: "2",
    SMTP_MAIL_MEMORY_MB: "16",
  });
  await door.claim(ANNA);
});
afterAll(() => door.stop());

/** Sends something again and again until the connection is closed or the work is over. */
function drip(client: SmtpClient, text: string, everyMs: number): () => void {
  const timer = setInterval(() => client.socket.writable && client.send(text), everyMs);
  return () => clearInterval(timer);
}

describe.concurrent("a slow client", () => {
  test("that sends a mail octet by octet is disconnected, and others are served", async ({
    expect,
    onTestFinished,
  }) => {
    const connect = connector(onTestFinished);
    const slow = await connect();
    await beginMail(slow, SAVE);
    const stop = drip(slow, "x", 100);
    expect(await normalMail()).toMatch(/^250 /);
    expect(await slow.reply()).toMatch(/^421 4\.4\.2 /);
    stop();
    await slow.rest();
  });

  test("that makes progress with its mail may take longer than a stalled one", async ({ expect, onTestFinished }) => {
    const connect = connector(onTestFinished);
    const steady = await connect();
    await beginMail(steady, SAVE);
    steady.send(`From: ${ANNA}\r\n\r\nhttps://example.com/\r\n`);
    const stop = drip(steady, `${"x".repeat(200)}\r\n`, 100);
    await sleep(3000);
    stop();
    steady.send(".\r\n");
    expect(await steady.reply()).toMatch(/^250 /);
  });

  test("that sends a command octet by octet, or nothing, is disconnected", async ({ expect, onTestFinished }) => {
    const connect = connector(onTestFinished);
    const [dripping, silent] = [await connect(), await connect()];
    const stop = drip(dripping, "N", 500);
    expect(await dripping.reply()).toMatch(/^421 4\.4\.2 /);
    expect(await silent.reply()).toMatch(/^421 4\.4\.2 /);
    stop();
  });

  test("that sends only commands is disconnected after a hundred of them", async ({ expect, onTestFinished }) => {
    const connect = connector(onTestFinished);
    const client = await connect();
    for (let i = 0; i < 100; i++) expect(await client.command("NOOP")).toMatch(/^250 /);
    expect(await client.command("NOOP")).toMatch(/^421 4\.7\.0 /);
  });
});

describe("when all connections are taken", () => {
  test("a new client is refused at first, and soon gets the slot of the most idle one", async () => {
    const idle = await Promise.all(Array.from({ length: 7 }, (_, i) => connect({ from: `127.0.1.${i + 1}` })));
    await expect(normalMail()).rejects.toThrow(/ended/);

    // Six of them come to life again; the seventh loses its slot.
    await sleep(2000);
    for (const client of idle.slice(1)) expect(await client.command("NOOP")).toMatch(/^250 /);
    await eventually(async () => expect(await normalMail()).toMatch(/^250 /));
    expect(await idle[0]?.reply()).toMatch(/^421 4\.3\.2 /);
    for (const client of idle.slice(1)) expect(await client.command("NOOP")).toMatch(/^250 /);
  });
});

describe("a client that does not close its side", () => {
  test("is disconnected soon after the last reply, even if it continues to send", async () => {
    const client = await connect({ allowHalfOpen: true });
    expect(await client.command("QUIT")).toMatch(/^221 /);
    const cut = new Promise<string>((resolve) => client.socket.once("error", () => resolve("cut off")));
    const stop = drip(client, "NOOP\r\n", 200);
    expect(await Promise.race([cut, sleep(8000, "still there")])).toBe("cut off");
    stop();
  });

  test("or closes its side in the middle leaves nothing behind", async () => {
    for (let i = 0; i < 12; i++) {
      const client = await connect({ allowHalfOpen: true });
      await beginMail(client, SAVE);
      client.send("From: anna@example.org\r\n");
      client.socket.end();
      await client.rest();
    }
    expect(await normalMail()).toMatch(/^250 /);
  });
});

describe("mails that are large", () => {
  const line = `${"x".repeat(998)}\r\n`;
  const MEGABYTE = line.repeat(1049);
  const residentMb = async (): Promise<number> =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${door.mail.pids[0]}/status`, "utf8"))?.[1]) / 1024;
  /** Begins a mail and sends so much of it; the end is for later. */
  async function beginLarge(megabytes: number, from: string): Promise<SmtpClient> {
    const client = await connect({ from });
    await beginMail(client, SAVE);
    client.send(`From: ${ANNA}\r\n\r\nhttps://example.com/\r\n`);
    for (let i = 0; i < megabytes; i++) client.send(MEGABYTE);
    return client;
  }

  test("are held in memory up to a limit over all connections; further ones are answered 452", async () => {
    const before = await residentMb();
    const large = await Promise.all([1, 2, 3, 4, 5].map((i) => beginLarge(9, `127.0.2.${i}`)));
    // A small mail finds room beside those that are held.
    expect(await normalMail()).toMatch(/^250 /);
    const announced = await connect({ from: "127.0.2.9" });
    await announced.command("EHLO client.example");
    expect(await announced.command("MAIL FROM:<> SIZE=9000000")).toMatch(/^452 4\.3\.1 /);
    // Of 45 MB that came, 16 MB are held at most; the rest is room for reading and for the collector to be late.
    expect((await residentMb()) - before).toBeLessThan(60);

    for (const client of large) client.send(".\r\n");
    const answers = await Promise.all(large.map((client) => client.reply()));
    expect(answers.filter((answer) => answer.startsWith("250 "))).toHaveLength(1);
    expect(answers.filter((answer) => answer.startsWith("452 4.3.1 "))).toHaveLength(4);
    await eventually(async () => {
      const again = await connect({ from: "127.0.2.10" });
      await again.command("EHLO client.example");
      expect(await again.command("MAIL FROM:<> SIZE=9000000")).toMatch(/^250 /);
    });
  });

  test("and never end are disconnected", async () => {
    const client = await connect();
    await beginMail(client, SAVE);
    const answer = client.reply();
    let over = false;
    const done = answer.finally(() => {
      over = true;
    });
    for (let i = 0; i < 60 && !over; i++) {
      client.send(MEGABYTE);
      while (client.socket.writableLength > MEGABYTE.length && !over) await sleep(5);
    }
    expect(await done).toMatch(/^552 5\.3\.4 /);
  });
});

describe("commands that are sent without waiting", () => {
  test("are limited: more than any client needs closes the connection", async () => {
    const client = await connect();
    await client.command("EHLO client.example");
    client.send("MAIL FROM:<>\r\n".repeat(200_000));
    const said = await client.rest();
    expect(said).toMatch(/^421 4\.7\.0 /m);
    expect(await normalMail()).toMatch(/^250 /);
  });
});
