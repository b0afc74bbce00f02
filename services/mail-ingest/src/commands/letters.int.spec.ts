import { randomUUID } from "node:crypto";
import {
  type CommandServer,
  connectBus,
  createLogger,
  handler,
  letterName,
  openDocuments,
  openRecords,
  type Records,
  secretAddressKey,
  serveCommands,
  type StoredEvent,
} from "@satchel/chassis";
import {
  CheckRoom,
  type EventOf,
  type LetterReceived,
  LETTERS_PER_HOUR,
  type MailId,
  SECRET_ADDRESSES,
  type SecretAddressId,
  type StoredSecretAddresses,
  suspensionSubject,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Door, openDoor } from "../../test/door.ts";
import { connectSmtp, sendRaw } from "../../test/smtp-client.ts";

// Haraka is started from source.
let door: Door;
let records: Records<unknown>;
/** Accounts whose copies take all that they may: the archive service itself is not running. */
const full = new Set<UserId>();
let archive: CommandServer;
let documents: Awaited<ReturnType<typeof openDocuments>>;
beforeAll(async () => {
  door = await openDoor();
  const { url, monitorUrl } = door.nats;
  const logger = createLogger("test", "silent");
  const bus = await connectBus({ url, monitorUrl, name: "test", logger });
  const room = handler(CheckRoom, async ({ userId }) => ({ result: { isFull: full.has(userId) } }));
  archive = await serveCommands(bus, "archive", [room], logger);
  atEnd(() => bus.close());
  records = await openRecords<unknown>(bus, SECRET_ADDRESSES);
  documents = await openDocuments(bus);
});
afterAll(() => door.stop());

let made = 0;
/** A secret address of a new account, as identity stores it. */
async function address(more: Partial<StoredSecretAddresses> = {}): Promise<{ userId: UserId; email: string }> {
  const userId = randomUUID() as string as UserId;
  const local = `n.${"abcdefghijkl".slice(0, 11)}${"abcdefghijklmnopqrstuvwxyz"[made++]}`;
  const one = {
    id: randomUUID() as string as SecretAddressId,
    name: "N",
    local,
    folderId: null,
    tags: [],
    createdAt: 0,
  };
  const put = { addresses: [one], muted: [], ...more };
  await records.change(userId, () => ({ put, outcome: undefined }));
  await records.change(secretAddressKey(local), () => ({ put: { userId }, outcome: undefined }));
  return { userId, email: `${local}@satchel.example` };
}
const mail = (id: string, ...more: string[]): string =>
  [`From: n@news.example`, `Message-ID: <${id}@news.example>`, ...more, "", "Hello"].join("\r\n");
/** The mail of an event. */
function letterOf(event: StoredEvent | undefined) {
  if (event?.at.kind !== "aggregate") throw new Error("the event is about no mail");
  return { mailId: event.at.aggregateId as MailId, data: event.data as EventOf<typeof LetterReceived>["data"] };
}
const send = (email: string, raw: string): Promise<string> => sendRaw(door.mail.port, email, raw, "");

test("a mail from a list, by a machine, with the null sender is taken: its event is stored, with its content", async () => {
  const { userId, email } = await address();
  expect(await send(email, mail("list", "List-Id: <n>", "Precedence: bulk", "Auto-Submitted: auto-generated"))).toMatch(
    /^250 2\.6\.0 /,
  );
  expect(await door.events(userId)).toMatchObject([
    { type: "LetterReceived", data: { url: "mid:list@news.example", sender: "n@news.example" } },
  ]);
  const names: string[] = [];
  for await (const { name } of documents.list(`${userId}/`)) names.push(name);
  expect(names).toEqual([expect.stringMatching(/\/[0-9a-f]{64}\.parts$/)]);
  expect(door.log.join("")).not.toMatch(/news\.example|Hello/);
});

test("mails of one Message-ID that come in the same moment are one event each, which has its own content", async () => {
  const accounts = await Promise.all([1, 2, 3, 4, 5, 6].map(() => address()));
  const subjects = ["First", "Second", "Third"];
  const sent = accounts.flatMap(({ email }) =>
    subjects.map((subject) => send(email, mail("one", `Subject: ${subject}`))),
  );
  for (const answer of await Promise.all(sent)) expect(answer).toMatch(/^250 /);
  for (const { userId } of accounts) {
    const [event, ...more] = await door.events(userId);
    expect(more).toEqual([]);
    const { mailId, data } = letterOf(event);
    const content = await documents.get(letterName(userId, mailId, data.content));
    expect(Buffer.from(content ?? []).toString()).toContain(`<title>${data.subject}</title>`);
  }
});

test.each([
  ["without a From field", "Subject: x\r\n\r\nx", /^550 5\.6\.0 /],
  ["that went in circles", `${"Received: from a by b\r\n".repeat(60)}From: n@x.example\r\n\r\nx`, /^55\d 5\.4\.6 /],
  ["whose header can't be read", "No header at all", /^550 /],
])("a mail %s is refused, and nothing is stored", async (_name, raw, answer) => {
  const { userId, email } = await address();
  expect(await send(email, raw)).toMatch(answer);
  expect(await door.events(userId)).toEqual([]);
});

test("a claim without its record takes no mail, and neither does another domain", async () => {
  const { userId, email } = await address();
  await records.change(userId, () => ({ put: { addresses: [], muted: [] }, outcome: undefined }));
  expect(await send(email, mail("gone"))).toMatch(/^550 5\.1\.1 /);
  const { email: other } = await address();
  expect(await send(other.replace("@satchel", "@other"), mail("other"))).toMatch(/^550 5\.1\.1 /);
});

test("one mail is for one secret address: others, and the save address, are to come in a mail of their own", async () => {
  const [one, other] = [await address(), await address()];
  const client = await connectSmtp(door.mail.port);
  for (const line of ["EHLO x", "MAIL FROM:<>"]) await client.command(line);
  expect(await client.command(`RCPT TO:<${one.email}>`)).toMatch(/^250 /);
  for (const email of [other.email, "save@satchel.example", "postmaster"]) {
    expect(await client.command(`RCPT TO:<${email}>`)).toMatch(/^452 4\.5\.3 /);
  }
  await client.command("RSET");
  for (const line of ["MAIL FROM:<>", "RCPT TO:<save@satchel.example>"]) await client.command(line);
  expect(await client.command(`RCPT TO:<${one.email}>`)).toMatch(/^452 4\.5\.3 /);
  client.close();
});

test("mails beyond the limit of an hour are deferred, and other addresses are not affected", async () => {
  const [one, other] = [await address(), await address()];
  for (let n = 0; n < LETTERS_PER_HOUR; n++) expect(await send(one.email, mail(`many-${n}`))).toMatch(/^250 /);
  expect(await send(one.email, mail("one-too-many"))).toMatch(/^451 4\.7\.1 /);
  expect(await send(other.email, mail("other"))).toMatch(/^250 /);
});

test("while the account's copies take all that they may, a mail is left with its sender's server, and is taken when there is room", async () => {
  const { userId, email } = await address();
  const { email: other } = await address();
  expect(await send(email, mail("before"))).toMatch(/^250 /);
  full.add(userId);
  expect(await send(email, mail("later"))).toMatch(/^452 4\.2\.2 /);
  expect(await send(email, mail("before"))).toMatch(/^250 /);
  expect(await send(other, mail("later"))).toMatch(/^250 /);
  expect(await door.events(userId)).toHaveLength(1);
  full.delete(userId);
  expect(await send(email, mail("later"))).toMatch(/^250 /);
  expect(await door.events(userId)).toHaveLength(2);
});

test("while its account is suspended, an address is refused like one that never was, and takes mail again afterwards", async () => {
  const { userId, email } = await address();
  const subject = suspensionSubject(userId);
  const event = { id: randomUUID(), type: "AccountSuspended", data: {} };
  const { sequence } = await door.journal.append({ subject, event, expected: 0 });
  expect(await send(email, mail("suspended"))).toBe(await send("n.neverwas@satchel.example", mail("never")));
  await door.journal.append({
    subject,
    event: { id: randomUUID(), type: "AccountResumed", data: {} },
    expected: sequence,
  });
  expect(await send(email, mail("suspended"))).toMatch(/^250 /);
});

test("without the bus an address is neither taken nor refused, and with it back the mail is stored once", async () => {
  const { userId, email } = await address();
  await door.nats.stop();
  expect(await send(email, mail("outage"))).toMatch(/^451 4\.3\.0 /);
  await door.nats.restart();
  await eventually(async () => expect(await send(email, mail("outage"))).toMatch(/^250 /));
  expect(await send(email, mail("outage"))).toMatch(/^250 /);
  expect(await door.events(userId)).toHaveLength(1);
});

test("while the archive does not answer, mails are taken", async () => {
  const { userId, email } = await address();
  full.add(userId);
  await archive.stop();
  expect(await send(email, mail("unasked"))).toMatch(/^250 /);
  expect(await door.events(userId)).toHaveLength(1);
});
