import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "@satchel/testing";
import { type Door, openDoor } from "../../test/door.ts";
import { beginMail, connectSmtp, type SmtpClient } from "../../test/smtp-client.ts";

const SAVE = "save@satchel.example";
const BALANCER = "127.0.5.1";
let door: Door;
beforeAll(async () => {
  door = await openDoor({
    MAIL_AUTH: "off",
    SMTP_PROXIES: `${BALANCER}, 2001:db8::1`,
    SMTP_CONNECTIONS_PER_CLIENT: "3",
  });
  await door.claim("anna@example.org");
});
afterAll(() => door.stop());

/** A connection through a balancer that says whose it is. */
const through = (client: string, from = BALANCER): Promise<SmtpClient> => {
  const family = client.includes(":") ? "TCP6" : "TCP4";
  const own = family === "TCP6" ? "2001:db8::25" : "192.0.2.25";
  return connectSmtp(door.mail.port, { from, first: `PROXY ${family} ${client} ${own} 50000 25\r\n` });
};

async function send(client: SmtpClient): Promise<string> {
  await beginMail(client, SAVE);
  client.send(`From: anna@example.org\r\nMessage-ID: <${Math.random()}@x>\r\n\r\nhttps://example.com/\r\n.\r\n`);
  return client.reply();
}

/** The client's address of the mail that was answered last, as the log has it. */
const loggedIp = (): string | undefined => {
  const line = door.log.findLast((one) => one.includes("A mail is answered"));
  return line === undefined ? undefined : (JSON.parse(line) as { ip: string }).ip;
};

describe("behind a TCP balancer", () => {
  test("the client is the one that the balancer names", async () => {
    for (const ip of ["198.51.100.7", "2001:db8:7::7"]) {
      const client = await through(ip);
      expect(await send(client)).toMatch(/^250 /);
      await eventually(() => expect(loggedIp()).toBe(ip));
      client.close();
    }
  });

  test("connections are bounded by client, not by balancer; an IPv6 client is its /64", async () => {
    const clients = await Promise.all(["::1", "::2", "::3"].map((end) => through(`2001:db8:9:9${end}`)));
    const fourth = await through("2001:db8:9:9::4");
    await expect(fourth.command("NOOP")).rejects.toThrow(/ended/);
    const other = await through("2001:db8:9:10::4");
    expect(await other.command("NOOP")).toMatch(/^250 /);
    for (const client of [...clients, other]) client.close();
  });

  test("a client can't pretend to be another one, with or without the balancer", async () => {
    const client = await through("198.51.100.8");
    client.send("PROXY TCP4 203.0.113.9 192.0.2.25 50000 25\r\n");
    expect(await client.reply()).toMatch(/^421 /);
    await client.rest();

    const direct = await through("203.0.113.9", "127.0.5.2");
    expect(await direct.rest()).not.toMatch(/^250/m);

    const honest = await connectSmtp(door.mail.port, { from: "127.0.5.3" });
    expect(await send(honest)).toMatch(/^250 /);
    await eventually(() => expect(loggedIp()).toBe("127.0.5.3"));
    honest.close();
  });

  test("a balancer without a PROXY line is refused", async () => {
    for (const line of ["PROXY UNKNOWN", "PROXY TCP4 x y 1 2", "PROXY TCP4 1.2.3.4"]) {
      const client = await connectSmtp(door.mail.port, { from: BALANCER, first: `${line}\r\nEHLO x\r\n` });
      expect(await client.rest()).not.toMatch(/^2/m);
    }
  });
});
