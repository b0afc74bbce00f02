import { eventually } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { sendRaw } from "../../test/smtp-client.ts";

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.stop());

const SAVE = "save@satchel.example";

/** A mail as lines of text, with a Message-ID of its own unless one is given. */
function mail(from: string, body: string, more: string[] = [], id = `<${Math.random()}@client.example>`): string {
  return [`From: ${from}`, `Message-ID: ${id}`, ...more, "", body].join("\r\n");
}
const send = (raw: string, recipient = SAVE): Promise<string> => sendRaw(door.mail.port, recipient, raw);

describe("a mail with links from a user's address", () => {
  test("is answered 250 when the journal has its links and its subject, and nothing of its text", async () => {
    const userId = await door.claim("anna@example.org");
    const raw = mail("Anna <Anna@example.org>", "Look: https://example.com/a?b=1&c=2.\r\nA secret sentence.", [
      "Subject: Re: Two things",
    ]);

    expect(await send(raw)).toMatch(/^250 2\.6\.0 The link is saved\./);

    const [event, ...more] = await door.events(userId);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: "MailAccepted",
      data: {
        sender: "anna@example.org",
        subject: "Two things",
        urls: ["https://example.com/a?b=1&c=2"],
        verdict: { by: "off" },
      },
    });
    expect(JSON.stringify(event)).not.toContain("secret");
    expect(door.log.join("")).not.toContain("secret");
  });

  test("puts its links into the folder named after + in the save address", async () => {
    const userId = await door.claim("folders@example.org");
    expect(
      await send(mail("folders@example.org", "https://example.com/"), "SAVE+Reading+list@Satchel.example"),
    ).toMatch(/^250 /);
    expect(await door.events(userId)).toMatchObject([{ data: { folderName: "Reading list" } }]);
  });

  test("is stored once when it comes twice, and answered 250 twice", async () => {
    const userId = await door.claim("twice@example.org");
    const raw = mail("twice@example.org", "https://example.com/");
    expect(await send(raw)).toMatch(/^250 /);
    expect(await send(raw)).toMatch(/^250 /);
    expect(await door.events(userId)).toHaveLength(1);
  });

  test("is recognised by all of its octets when it has no Message-ID", async () => {
    const userId = await door.claim("noid@example.org");
    const raw = "From: noid@example.org\r\n\r\nhttps://example.com/";
    for (const text of [raw, raw, `${raw}other`]) expect(await send(text)).toMatch(/^250 /);
    expect(await door.events(userId)).toHaveLength(2);
  });

  test("carries the id of its answer through the journal and the log", async () => {
    const userId = await door.claim("traced@example.org");
    const id = /\(([\w.-]+)\)$/
      .exec(await send(mail("traced@example.org", "https://example.com/")))?.[1]
      ?.toLowerCase();
    expect(id).toBeDefined();
    expect(await door.events(userId)).toMatchObject([{ correlation: { correlationId: id } }]);
    await eventually(() => expect(door.log.some((line) => line.includes(`"correlationId":"${id}"`))).toBe(true));
  });

  test("with dots at the beginning of lines keeps them", async () => {
    const userId = await door.claim("dots@example.org");
    expect(await send(mail("dots@example.org", "https://example.com/\r\n..\r\n.. https://dots.example/"))).toMatch(
      /^250 /,
    );
    expect(await door.events(userId)).toMatchObject([
      { data: { urls: ["https://example.com/", "https://dots.example/"] } },
    ]);
  });
});

describe("a refused mail", () => {
  test("from an address without an account: 550 5.7.1", async () => {
    expect(await send(mail("nobody@example.org", "https://example.com/"))).toMatch(/^550 5\.7\.1 .*no account/);
  });

  test("without a link: 550 5.6.0, which is in the journal; with a link under the same Message-ID it is accepted", async () => {
    const userId = await door.claim("nolink@example.org");
    const more = ["Subject: nothing here"];
    expect(await send(mail("nolink@example.org", "hello", more, "<same@x>"))).toMatch(/^550 5\.6\.0 .*no web link/);
    expect(await send(mail("nolink@example.org", "hello", more, "<same@x>"))).toMatch(/^550 5\.6\.0 /);
    expect(await door.events(userId)).toMatchObject([{ type: "MailRefused", data: { reason: "no-url" } }]);
    expect(await send(mail("nolink@example.org", "https://example.com/", more, "<same@x>"))).toMatch(/^250 /);
    expect((await door.events(userId)).map(({ type }) => type)).toEqual(["MailRefused", "MailAccepted"]);
  });

  test("with two From fields, or two addresses in one: 550 5.7.1", async () => {
    const userId = await door.claim("two@example.org");
    const two = mail("two@example.org", "https://example.com/", ["From: other@example.org"]);
    expect(await send(two)).toMatch(/^550 5\.7\.1 .*exactly one From/);
    expect(await send(mail("two@example.org, other@example.org", "https://example.com/"))).toMatch(/^550 5\.7\.1 /);
    expect(await door.events(userId)).toEqual([]);
  });

  test("with a line that is too long: 550 5.6.0", async () => {
    await door.claim("long@example.org");
    expect(await send(mail("long@example.org", `https://example.com/ ${"x".repeat(20_000)}`))).toMatch(/^550 5\.6\.0 /);
  });
});
