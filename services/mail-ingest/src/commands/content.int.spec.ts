import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { mailNamed } from "../../test/mails.ts";
import { sendRaw } from "../../test/smtp-client.ts";

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.stop());

const SAVE = "save@satchel.example";
let mails = 0;
const mail = (from: string, body: string, ...more: string[]): string =>
  [`From: ${from}`, `Message-ID: <${++mails}@client.example>`, ...more, "", body].join("\r\n");
const send = (raw: string, sender?: string, recipient = SAVE): Promise<string> =>
  sendRaw(door.mail.port, recipient, raw, sender);
const LINK = "https://example.com/";

describe("a mail of a user's own", () => {
  test("is stored with the words of its links, and without them where these would make it too large", async () => {
    const userId = await door.claim("words@example.org");
    const linked = (count: number, path: string, words: string): string =>
      mail(
        "words@example.org",
        Array.from({ length: count }, (_, i) => `<a href="${LINK}${i}${path}">${words}</a>`).join("\r\n"),
        "Content-Type: text/html; charset=utf-8",
      );
    expect(await send(linked(2, "", "A good article about bees"))).toMatch(/^250 /);
    expect(await send(linked(100, `/${"x".repeat(2010)}`, `Bees ${"&#x1f41d;".repeat(147)}`))).toMatch(/^250 /);
    const [some, many] = (await door.events(userId)).map(({ data }) => data as Record<string, unknown[]>);
    expect(some?.["linkTitles"]).toEqual([
      { url: 0, title: "A good article about bees" },
      { url: 1, title: "A good article about bees" },
    ]);
    expect(many).not.toHaveProperty("linkTitles");
    expect(many?.["urls"]).toHaveLength(100);
  });

  test("is stored in the journal with the tags of its subject, its title and its folder", async () => {
    const userId = await door.claim("anna@example.org");
    const raw = mailNamed("android-gmail-share").toString("latin1");
    expect(await send(raw, "anna@example.org", "save+Recipes@satchel.example")).toMatch(/^250 /);
    expect(await door.events(userId)).toMatchObject([
      {
        type: "MailAccepted",
        data: {
          subject: "Sourdough for beginners | The Bread Blog #baking",
          title: "Sourdough for beginners | The Bread Blog",
          tags: ["baking"],
          folderName: "Recipes",
          urls: ["https://bread.example/sourdough/%E2%9C%A8-for-beginners"],
        },
      },
    ]);
  });

  test.each([
    ["automatic", "a vacation notice", ["Auto-Submitted: auto-replied"], /^550 5\.7\.1 .*machine/],
    ["automatic", "a mailing list's copy", ["List-Id: <list.example.org>"], /^550 5\.7\.1 .*machine/],
    ["automatic", "a bulk mail", ["Precedence: bulk"], /^550 5\.7\.1 .*machine/],
    ["loop", "a mail that goes in circles", Array.from({ length: 51 }, () => "Received: by x"), /^554 5\.4\.6 /],
  ])("is refused as %s when it is %s, and the journal says so", async (reason, name, fields, answer) => {
    const address = `${name.replaceAll(/\W/g, "")}@example.org`;
    const userId = await door.claim(address);
    expect(await send(mail(address, LINK, ...fields))).toMatch(answer);
    expect(await door.events(userId)).toMatchObject([{ type: "MailRefused", data: { reason } }]);
  });

  test("is refused as automatic when it has no envelope sender", async () => {
    const userId = await door.claim("bounce@example.org");
    expect(await send(mail("bounce@example.org", LINK), "")).toMatch(/^550 5\.7\.1 /);
    expect(await door.events(userId)).toMatchObject([{ data: { reason: "automatic" } }]);
  });

  test.each<[string, string, () => string[], RegExp]>([
    [
      "too-many-links",
      "101 links",
      () => ["", Array.from({ length: 101 }, (_, i) => `https://example.com/${i}`).join("\r\n")],
      /^550 5\.6\.0 .*more links .*100/,
    ],
    [
      "too-complex",
      "501 parts",
      () => ["Content-Type: multipart/mixed; boundary=b", "", ...Array.from({ length: 501 }, () => "--b\r\n\r\nx")],
      /^550 5\.6\.0 .*500 parts/,
    ],
    [
      "too-complex",
      "31 levels",
      () => Array.from({ length: 31 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`),
      /^550 5\.6\.0 .*30 levels/,
    ],
  ])("is refused as %s when it has %s", async (reason, name, lines, answer) => {
    const address = `${name.replaceAll(/\W/g, "")}@example.org`;
    const userId = await door.claim(address);
    expect(await send([`From: ${address}`, ...lines()].join("\r\n"))).toMatch(answer);
    expect(await door.events(userId)).toMatchObject([{ type: "MailRefused", data: { reason } }]);
  });

  test("is refused when its header is too large", async () => {
    await door.claim("header@example.org");
    const field = `X: ${"x".repeat(900)}`;
    expect(await send(mail("header@example.org", LINK, ...Array.from({ length: 130 }, () => field)))).toMatch(
      /^550 5\.6\.0 .*too large/,
    );
    expect(await send(mail("header@example.org", LINK))).toMatch(/^250 /);
  });
});

test("a mail from the save address itself is refused, with a folder too", async () => {
  for (const from of [SAVE, "Save+News@satchel.example"]) {
    expect(await send(mail(from, LINK))).toMatch(/^550 5\.7\.1 .*save address itself/);
  }
});

test("a stranger's automatic mail gets the same answer as any other mail of a stranger", async () => {
  expect(await send(mail("stranger@example.org", LINK, "Precedence: bulk"))).toMatch(/^550 5\.7\.1 .*no account/);
});
