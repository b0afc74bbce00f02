import { eventually } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { sendRaw } from "../../test/smtp-client.ts";

// Haraka is started from source.
const MAILS_AN_HOUR = 5;
const SAVE = "save@satchel.example";

let door: Door;
beforeAll(async () => {
  door = await openDoor({ SMTP_MAILS_PER_SENDER: String(MAILS_AN_HOUR) });
});
afterAll(() => door.stop());

const send = (lines: string[]): Promise<string> =>
  sendRaw(door.mail.port, SAVE, lines.join("\r\n"), "envelope@example.org");
const mail = (from: string, body: string, ...more: string[]): string[] => [
  `From: ${from}`,
  `Message-ID: <${Math.random()}@client.example>`,
  "Subject: =?utf-8?q?K=C3=BCche?=",
  ...more,
  "",
  body,
];

describe("a refused mail of a user is listed with its reason and its subject", () => {
  test.each([
    ["no-url", /^550 5\.6\.0 /, "hello", []],
    ["automatic", /^550 5\.7\.1 /, "https://example.com/", ["Auto-Submitted: auto-replied"]],
    ["loop", /^55\d 5\.4\.6 /, "https://example.com/", Array.from({ length: 60 }, () => "Received: from a by b")],
    ["too-many-links", /^55\d /, Array.from({ length: 101 }, (_, n) => `https://example.com/${n}`).join("\r\n"), []],
    // 100 addresses of 2,000 characters, each of which takes three octets.
    [
      "too-many-links",
      /^55\d /,
      Array.from({ length: 100 }, (_, n) => `https://example.com/${n}/${"界".repeat(1900)}`),
      [],
    ],
  ] as const)("%s", async (reason, answer, body, more) => {
    const address = `own-${Math.random()}@example.org`;
    const userId = await door.claim(address);
    const encoded = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64"];
    const text = typeof body === "string" ? body : body.join("\r\n");
    const base64 = Buffer.from(text).toString("base64").replaceAll(/.{76}/g, "$&\r\n");

    expect(await send(mail(address, base64, ...encoded, ...more))).toMatch(answer);

    expect(await door.events(userId)).toMatchObject([
      { type: "MailRefused", data: { reason, sender: address, subject: "Küche" } },
    ]);
  });
});

test("mails over the limit of an hour are listed once, and those before are accepted", async () => {
  const userId = await door.claim("many@example.org");
  for (let n = 0; n < MAILS_AN_HOUR; n++) {
    expect(await send(mail("many@example.org", `https://example.com/${n}`))).toMatch(/^250 /);
  }
  for (let n = 0; n < 4; n++) expect(await send(mail("many@example.org", "https://example.com/x"))).toMatch(/^451 /);

  await eventually(async () => {
    const refused = (await door.events(userId)).filter(({ type }) => type === "MailRefused");
    // The hour may have ended in between.
    expect([1, 2]).toContain(refused.length);
    expect(refused[0]).toMatchObject({ data: { reason: "too-many-mails", sender: "many@example.org" } });
  });
  expect((await door.events(userId)).filter(({ type }) => type === "MailAccepted")).toHaveLength(MAILS_AN_HOUR);
});

test("a refused mail of somebody else is listed for no account", async () => {
  const userId = await door.claim("victim@example.org");
  for (const from of ["stranger@example.org", "victim@example.org, stranger@example.org", "victim@example.net"]) {
    expect(await send(mail(from, "hello"))).toMatch(/^550 5\.7\.1 /);
  }
  expect(await door.events(userId)).toEqual([]);
});
