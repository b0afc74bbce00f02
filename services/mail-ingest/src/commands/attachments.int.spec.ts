import { randomUUID } from "node:crypto";
import {
  attachmentName,
  connectBus,
  createLogger,
  handler,
  openDocuments,
  openRecords,
  type Records,
  serveCommands,
} from "@satchel/chassis";
import { unpackParts } from "@satchel/chassis/parts";
import {
  CheckRoom,
  type CopyId,
  type EventOf,
  type MailAccepted,
  type MailId,
  SECRET_ADDRESSES,
  type UserId,
} from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attached, multipart, plain } from "../../test/attached-files.ts";
import { type Door, openDoor } from "../../test/door.ts";
import { sendRaw } from "../../test/smtp-client.ts";
import { mailIdOf } from "./mail-ids.ts";

const SAVE = "save@satchel.example";

// Haraka is started from source.
let door: Door;
let records: Records<unknown>;
let documents: Awaited<ReturnType<typeof openDocuments>>;
/** Accounts whose copies take all that they may: the archive service itself is not running. */
const full = new Set<UserId>();
beforeAll(async () => {
  door = await openDoor();
  const { url, monitorUrl } = door.nats;
  const logger = createLogger("test", "silent");
  const bus = await connectBus({ url, monitorUrl, name: "test", logger });
  const room = handler(CheckRoom, async ({ userId }) => ({ result: { isFull: full.has(userId) } }));
  await serveCommands(bus, "archive", [room], logger);
  atEnd(() => bus.close());
  records = await openRecords<unknown>(bus, SECRET_ADDRESSES);
  documents = await openDocuments(bus);
});
afterAll(() => door.stop());

let people = 0;
async function owner(keepsAttachments = true): Promise<{ userId: UserId; email: string }> {
  const email = `files${++people}@example.org`;
  const userId = await door.claim(email);
  const put = { addresses: [], muted: [], keepsAttachments };
  await records.change(userId, () => ({ put, outcome: undefined }));
  return { userId, email };
}
const mailOf = (email: string, lines: readonly string[], id: string = randomUUID()): string =>
  [`From: ${email}`, "Subject: Files", `Message-ID: <${id}@client.example>`, ...lines].join("\r\n");
const send = (raw: string, email: string): Promise<string> => sendRaw(door.mail.port, SAVE, raw, email);
const FILE = attached("text/plain", "a.txt", "Words of a file");

test("a file's content is stored under the version that the mail's event names, once, however often the mail comes", async () => {
  const { userId, email } = await owner();
  const raw = mailOf(email, multipart("mixed", "m", plain("note: n", "https://example.com/"), FILE), "once");
  const answers = await Promise.all([1, 2, 3].map(() => send(raw, email)));
  for (const answer of answers) expect(answer).toMatch(/^250 2\.6\.0 2 items are saved/);

  const events = await door.events(userId);
  expect(events).toMatchObject([
    {
      type: "MailAccepted",
      data: {
        urls: ["https://example.com/"],
        notes: "n",
        items: [
          { type: "text/plain", name: "a.txt", url: expect.stringMatching(/^mid:once@client\.example\/[0-9a-f]{64}$/) },
        ],
      },
    },
  ]);
  const data = events[0]?.data as EventOf<typeof MailAccepted>["data"] | undefined;
  const mailId: MailId = mailIdOf(userId, { messageId: "<once@client.example>" });
  const content = await documents.get(attachmentName(userId, mailId, data?.items?.[0]?.version as CopyId));
  expect(Buffer.from(unpackParts(content ?? new Uint8Array()).document).toString()).toBe("Words of a file");
});

test("without room a mail of nothing else is refused for good, and one with a link leaves its file out", async () => {
  const { userId, email } = await owner();
  full.add(userId);
  expect(await send(mailOf(email, FILE), email)).toMatch(/^552 5\.2\.2 /);
  expect(await send(mailOf(email, multipart("mixed", "m", plain("https://example.com/"), FILE)), email)).toMatch(
    /^250 /,
  );
  expect(await door.events(userId)).toMatchObject([
    { type: "MailRefused", data: { reason: "attachments-full", leftOut: [{ name: "a.txt", reason: "no-room" }] } },
    { type: "MailAccepted", data: { urls: ["https://example.com/"], leftOut: [{ name: "a.txt", reason: "no-room" }] } },
  ]);
});

test("an account that keeps none is told how to, and what can't be kept is named", async () => {
  const [off, on] = [await owner(false), await owner()];
  expect(await send(mailOf(off.email, FILE), off.email)).toMatch(/^550 5\.6\.0 .*switch on/);
  expect(await send(mailOf(on.email, attached("application/msword", "a.doc", "x")), on.email)).toMatch(
    /^550 5\.6\.0 .*none of its attachments can be kept/,
  );
  expect(await door.events(off.userId)).toMatchObject([{ type: "MailRefused", data: { reason: "attachments-off" } }]);
  expect(await door.events(on.userId)).toMatchObject([
    { type: "MailRefused", data: { reason: "attachments-unusable", leftOut: [{ name: "a.doc", reason: "kind" }] } },
  ]);
});
