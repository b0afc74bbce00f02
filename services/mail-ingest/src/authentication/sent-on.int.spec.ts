import type { StoredEvent } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startDnsServer, type Zone } from "../../test/dns-server.ts";
import { type Door, openDoor } from "../../test/door.ts";
import { rsaKey, signed } from "../../test/signing.ts";
import { sendRaw } from "../../test/smtp-client.ts";

const SAVE = "save@satchel.example";
const LINK = "https://example.com/";
const HOUR_MS = 3600 * 1000;
const MAILS_AN_HOUR = 5;
const key = rsaKey(2048);

const zone: Zone = {};
const dns = await startDnsServer(zone);
let door: Door;
let anna: string;
let userId: UserId;
let mails = 0;
beforeAll(async () => {
  door = await openDoor({
    MAIL_AUTH: "enforce",
    DNS_SERVERS: dns.server,
    SMTP_MAILS_PER_SENDER: String(MAILS_AN_HOUR),
  });
});
afterAll(async () => {
  await door.stop();
  await dns.stop();
});
beforeEach(async () => {
  for (const name of Object.keys(zone)) delete zone[name];
  zone["key._domainkey.example.org"] = [`v=DKIM1; k=rsa; p=${key.published}`];
  zone["_dmarc.example.org"] = ["v=DMARC1; p=reject"];
  anna = `anna-${++mails}@example.org`;
  userId = await door.claim(anna);
});

/** The fields of a mail of Anna's, each of which may be another one or left out. */
const written = (more: Record<string, string | undefined> = {}, text: string = LINK): string => {
  const fields: Record<string, string | undefined> = {
    From: `Anna <${anna}>`,
    To: `Satchel <${SAVE}>`,
    Subject: "A page",
    Date: new Date().toUTCString(),
    "Message-ID": `<${mails}@example.org>`,
    ...more,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [...lines, "", `${text}\r\n`].join("\r\n");
};
const bySignature = (mail: string, tags: Record<string, string> = {}): string => signed(mail, key, tags);

/** Hands a mail in from a host that is not Anna's domain's, in the name of `sender`. */
const handIn = (mail: string, sender = "eve@evil.example", recipient = SAVE): Promise<string> =>
  sendRaw(door.mail.port, recipient, mail, sender);
/** Her domain says that mail in its name comes from this host. */
const atHerHost = (): void => void (zone["example.org"] = ["v=spf1 ip4:127.0.0.1 -all"]);
const stored = (): Promise<StoredEvent[]> => door.events(userId);

describe("a signed mail that somebody else sends again", () => {
  test.each<[string, () => string, RegExp]>([
    ["was written to him", () => bySignature(written({ To: "eve@evil.example" })), /To or Cc/],
    ["names the save address as his name", () => bySignature(written({ To: `"${SAVE}" <eve@evil.example>` })), /To or/],
    ["got a To field on top", () => `To: ${SAVE}\r\n${bySignature(written({ To: "eve@evil.example" }))}`, /To or Cc/],
    [
      "got a Cc field, where the signature covers none",
      () => `Cc: ${SAVE}\r\n${bySignature(written({ To: "eve@evil.example" }))}`,
      /To or Cc/,
    ],
    ["has a To field that nobody signed", () => bySignature(written(), { h: "From:Date:Message-ID:Subject" }), /To or/],
    [
      "is four days old",
      () => bySignature(written({ Date: new Date(Date.now() - 96 * HOUR_MS).toUTCString() })),
      /Date/,
    ],
    ["has a date that nobody signed", () => bySignature(written(), { h: "From:To:Message-ID:Subject" }), /Date/],
    ["has a Message-ID that nobody signed", () => bySignature(written(), { h: "From:To:Date:Subject" }), /Message-ID/],
    ["has no Message-ID", () => bySignature(written({ "Message-ID": undefined })), /Message-ID/],
    [
      "has a Message-ID with an octet behind it that the verifier passes over",
      () => bySignature(written()).replace(/(Message-ID: .*)\r\n/, "$1\xa0\r\n"),
      /Message-ID/,
    ],
    ["has a subject that nobody signed", () => bySignature(written(), { h: "From:To:Date:Message-ID" }), /Subject/],
  ])("is refused when it %s, and leaves no trace", async (_name, mail, why) => {
    const answer = await handIn(mail());
    expect(answer).toMatch(/^550 5\.7\.1 .*\(SPF\)/);
    expect(answer).toMatch(why);
    expect(await stored()).toEqual([]);
  });

  test("counts once, also with other white space and added fields", async () => {
    const mail = bySignature(written());
    expect(await handIn(mail)).toMatch(/^250 /);
    expect(await handIn(mail)).toMatch(/^250 /);
    expect(await handIn(`Received: from a by b\r\n${mail.replace("Message-ID: ", "MESSAGE-ID:\t")}`)).toMatch(/^250 /);
    expect(await stored()).toMatchObject([{ type: "MailAccepted", data: { urls: [LINK] } }]);
  });

  test("goes to the folder that Anna has addressed, and not to one that he names", async () => {
    const mail = bySignature(written({ To: "save+Reading@satchel.example" }));
    expect(await handIn(mail, "eve@evil.example", "save+Shared@satchel.example")).toMatch(/^250 /);
    expect(await stored()).toMatchObject([{ data: { folderName: "Reading" } }]);
  });

  test("does not count for Anna's rate limit when it comes again", async () => {
    const mail = bySignature(written());
    for (let n = 0; n <= MAILS_AN_HOUR; n++) expect(await handIn(mail)).toMatch(/^250 .*The link is saved/);
    expect(await handIn(bySignature(written({ "Message-ID": "<another@example.org>" })))).toMatch(/^250 /);
  });

  test("is answered the same whether or not its author has an account", async () => {
    const known = await handIn(bySignature(written({ To: "eve@evil.example" })));
    expect(await handIn(bySignature(written({ From: "nobody@example.org", To: "eve@evil.example" })))).toBe(known);
  });

  test("saves no link from quoted text only, and Anna sees the reason", async () => {
    const mail = bySignature(written({ Subject: "Re: Hello" }, `No, thanks.\r\n\r\n> ${LINK}`));
    expect(await handIn(mail)).toMatch(/^550 5\.7\.1 .*quoted/);
    expect(await stored()).toMatchObject([{ type: "MailRefused", data: { reason: "quoted-links" } }]);
  });

  test("saves Anna's own link, and none that she quotes", async () => {
    const own = "https://example.com/own";
    expect(await handIn(bySignature(written({ Subject: "Re: Hello" }, `${own}\r\n\r\n> ${LINK}`)))).toMatch(/^250 /);
    expect(await stored()).toMatchObject([{ data: { urls: [own] } }]);
  });
});

describe("a mail that Anna's provider signed and somebody forwards for her", () => {
  test.each<[string, Record<string, string | undefined>, string?]>([
    ["to the save address", {}],
    ["to a folder", { To: "save+Reading@satchel.example" }],
    ["with the save address in Cc", { To: "berta@example.org", Cc: SAVE }],
    ["from a share sheet, without a subject", { Subject: undefined }],
    ["from a share sheet, with an empty subject", { Subject: "" }],
    ["from a share sheet, with its link in the subject alone", { Subject: LINK }, ""],
  ])("%s is saved", async (_name, fields, text = LINK) => {
    zone["example.org"] = ["v=spf1 ip4:192.0.2.1 -all"];
    const mail = `Received: from mx.example.org by mx.forward.example\r\n${bySignature(written(fields, text), { h: "From:To:Cc:Subject:Date:Message-ID" })}`;
    expect(await handIn(mail, anna)).toMatch(/^250 /);
    expect(await stored()).toMatchObject([{ data: { urls: [LINK], verdict: { spf: "fail", dkim: "pass" } } }]);
  });
});

describe("a mail that comes from a server of its author's domain", () => {
  const bcc = (): string =>
    bySignature(
      written({ To: "berta@example.org", "Message-ID": undefined, Date: "Fri, 20 Nov 2020 10:00:00 GMT" }, `> ${LINK}`),
      { h: "From" },
    );

  test("is saved with any fields: the save address may be in Bcc, its links in quoted text", async () => {
    atHerHost();
    expect(await handIn(bcc(), anna)).toMatch(/^250 /);
    expect(await stored()).toMatchObject([{ data: { urls: [LINK], verdict: { spf: "pass", by: "dmarc" } } }]);
  });

  test("is saved too when the domain has no policy", async () => {
    delete zone["_dmarc.example.org"];
    atHerHost();
    expect(await handIn(bcc(), anna)).toMatch(/^250 /);
    expect(await stored()).toMatchObject([{ data: { verdict: { spf: "pass", by: "dkim" } } }]);
  });

  test.each<[string, () => string]>([
    ["with the save address in Bcc", () => bySignature(written({ To: "berta@example.org" }))],
    ["with links in quoted text alone", () => bySignature(written({}, `> ${LINK}`))],
  ])("%s may come again while that can't be known", async (_name, mail) => {
    zone["example.org"] = "SERVFAIL";
    expect(await handIn(mail(), anna)).toMatch(/^451 4\.4\.3 /);
    atHerHost();
    expect(await handIn(mail(), anna)).toMatch(/^250 /);
    expect(await stored()).toMatchObject([{ type: "MailAccepted" }]);
  });

  test("is saved without waiting for SPF when its signature is enough", async () => {
    zone["example.org"] = "SERVFAIL";
    expect(await handIn(bySignature(written()), anna)).toMatch(/^250 /);
  });
});
