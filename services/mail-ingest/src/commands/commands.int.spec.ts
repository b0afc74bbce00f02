import { randomUUID } from "node:crypto";
import { replyTag } from "@satchel/chassis";
import { answersSubject, type MailId, suspensionSubject, type UserId } from "@satchel/contracts";
import { repetitions } from "@satchel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDnsServer, type Zone } from "../../test/dns-server.ts";
import { ADDRESS_KEY, type Door, openDoor } from "../../test/door.ts";
import { rsaKey, signed } from "../../test/signing.ts";
import { sendRaw } from "../../test/smtp-client.ts";

const SAVE = "save@satchel.example";
const key = rsaKey(2048);
const record = `v=DKIM1; k=rsa; p=${key.published}`;
const zone: Zone = { "key._domainkey.example.org": [record], "key._domainkey.evil.example": [record] };
const dns = await startDnsServer(zone);
let door: Door;
let people = 0;
beforeAll(async () => {
  door = await openDoor({ MAIL_AUTH: "enforce", DNS_SERVERS: dns.server });
});
afterAll(async () => {
  await door.stop();
  await dns.stop();
});

interface Person {
  readonly email: string;
  readonly userId: UserId;
  readonly mailId: MailId;
  /** The address for replies to the answer to a mail of theirs. */
  readonly replyTo: string;
}

/** An account, which has switched answers on unless it is said otherwise. */
async function someone(isOn = true): Promise<Person> {
  const email = `anna${++people}@example.org`;
  const userId = await door.claim(email);
  const mailId = randomUUID() as MailId;
  const event = { id: randomUUID(), type: "AnswersSwitched", data: { isOn, language: "en" } };
  await door.journal.append({ subject: answersSubject(userId), event, expected: 0 });
  return {
    email,
    userId,
    mailId,
    replyTo: SAVE.replace("@", `+${replyTag(ADDRESS_KEY, userId, mailId, Date.now())}@`),
  };
}

/** A mail as a person writes it, with further fields. */
const written = (from: string, to: string, subject: string, text: string, more: readonly string[] = []): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomUUID()}@example.org>`,
    ...more,
    "",
    `${text}\r\n`,
  ].join("\r\n");
const send = (to: string, mail: string, envelope = "anna@example.org"): Promise<string> =>
  sendRaw(door.mail.port, to, mail, envelope);
const bySigner = (mail: string, d = "example.org"): string => signed(mail, key, { d });

test("a signed reply is stored with its commands and the mail that it is about, once, and its text is not", async () => {
  const { email, userId, mailId, replyTo } = await someone();
  const mail = bySigner(written(email, replyTo, "Re: Straps", "#leather\r\nnote: good\r\n\r\nSomething private."));
  expect(await send(replyTo, mail)).toMatch(/^250 2\.6\.0 .*its answer comes by mail/);
  expect(await send(replyTo.toUpperCase(), mail)).toMatch(/^250 /);
  const events = await door.events(userId);
  expect(events).toMatchObject([
    {
      type: "MailCommanded",
      data: {
        isReply: true,
        repliesTo: mailId,
        commands: [
          { kind: "tag", tags: ["leather"] },
          { kind: "note", text: "good" },
        ],
      },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain("private");
});

test.each([
  ["? brass buckle", { kind: "search", words: "brass buckle" }],
  ["Suche: Messing", { kind: "search", words: "Messing" }],
  ["read: 3", { kind: "read", number: 3 }],
])(
  "a signed mail with the subject %j is a command; with a link it is a mail that saves it",
  async (subject, command) => {
    const { email, userId } = await someone();
    expect(await send(SAVE, bySigner(written(email, SAVE, subject, "")))).toMatch(/^250 /);
    expect(await send(SAVE, bySigner(written(email, SAVE, subject, "https://a.example/")))).toMatch(/^250 /);
    expect(await door.events(userId)).toMatchObject([
      { type: "MailCommanded", data: { isReply: false, commands: [command] } },
      { type: "MailAccepted", data: { urls: ["https://a.example/"] } },
    ]);
  },
);

test("where answers are off, commands are refused with a sentence and listed as refused", async () => {
  const { email, userId, replyTo } = await someone(false);
  expect(await send(SAVE, bySigner(written(email, SAVE, "? brass", "")))).toMatch(/^550 5\.7\.1 .*in Settings/);
  expect(await send(replyTo, bySigner(written(email, replyTo, "Re: x", "undo")))).toMatch(/^550 5\.7\.1 /);
  expect((await door.events(userId)).map(({ data }) => (data as { reason: string }).reason)).toEqual([
    "answers-off",
    "answers-off",
  ]);
});

test("a token of another account, and one that is changed, is about no mail", async () => {
  const [anna, other] = [await someone(), await someone()];
  const changed = anna.replyTo.replace(/r\.(.)/, (_, letter: string) => `r.${letter === "a" ? "b" : "a"}`);
  for (const to of [other.replyTo, changed]) {
    expect(await send(to, bySigner(written(anna.email, to, "Re: x", "undo")))).toMatch(/^250 /);
  }
  const events = await door.events(anna.userId);
  expect(events.map(({ data }) => (data as { repliesTo?: string }).repliesTo)).toEqual([undefined, undefined]);
  expect(await door.events(other.userId)).toEqual([]);
});

test("forged, altered and automatic mails with commands are refused, and none of them is stored as a command", async () => {
  const { email, userId, replyTo } = await someone();
  const forgeries: readonly ((n: number) => string)[] = [
    (n) => written(email, replyTo, `Re: ${n}`, "undo"),
    (n) => bySigner(written(email, replyTo, `Re: ${n}`, "undo"), "evil.example"),
    (n) => `${bySigner(written(email, replyTo, `Re: ${n}`, "#leather"))}undo\r\n`,
    (n) => bySigner(written(email, replyTo, `Re: ${n}`, "x")).replace(`Subject: Re: ${n}`, "Subject: ? everything"),
    (n) => `From: ${email}\r\n${bySigner(written("eve@evil.example", replyTo, `? ${n}`, ""), "evil.example")}`,
    (n) => bySigner(written(email, replyTo, `? ${n}`, "undo", ["Auto-Submitted: auto-replied"])),
    (n) => bySigner(written(email, replyTo, `? ${n}`, "undo", ["List-Id: <tides.example>"])),
    (n) => bySigner(written(email, replyTo, `? ${n}`, "undo", ["Precedence: bulk"])),
  ];
  for (let n = 0; n < repetitions(80, 1000); n++) {
    const mail = forgeries[n % forgeries.length]?.(n) ?? "";
    // Over the limit of an hour it is 451, for automatic mails of the account's own.
    expect(await send(replyTo, mail, n % 3 === 0 ? "" : "eve@evil.example")).toMatch(/^(?:550|451) /);
  }
  const events = await door.events(userId);
  expect(events.filter(({ type }) => type !== "MailRefused")).toEqual([]);
});

test("given a suspended account, when its owner mails a link, then the mail is refused like a stranger's, and nothing of it is stored", async () => {
  const { email, userId } = await someone();
  const subject = suspensionSubject(userId);
  const event = { id: randomUUID(), type: "AccountSuspended", data: {} };
  const { sequence } = await door.journal.append({ subject, event, expected: 0 });
  const link = (from: string): string => bySigner(written(from, SAVE, "A link", "https://example.org/"));

  const refusal = await send(SAVE, link(email));
  expect(refusal).toMatch(/^550 5\.7\.1 /);
  expect(await send(SAVE, link("stranger@example.org"))).toBe(refusal);
  expect((await door.events(userId)).map(({ type }) => type)).not.toContain("MailRefused");

  await door.journal.append({
    subject,
    event: { id: randomUUID(), type: "AccountResumed", data: {} },
    expected: sequence,
  });
  expect(await send(SAVE, link(email))).toMatch(/^250 /);
});
