import {
  LeftOutAttachment,
  MAIL_COMMANDS,
  MailAccepted,
  MailCommand,
  MailedItem,
  NOTES_CHARS,
  TAG_CHARS,
  TAGS_PER_LINK,
  URLS_PER_MAIL,
} from "@satchel/contracts";
import Type from "typebox";
import { Value } from "typebox/value";
import { repetitions } from "@satchel/testing";
import { afterAll, expect, test } from "vitest";
import { mailNamed, mailNames } from "../../test/mails.ts";
import { mutate, seededNumbers } from "../../test/mutations.ts";
import type { MailContent } from "../domain/read-mail.ts";
import { startMailReader, UnreadableMail } from "./mail-reader.ts";

/** What is tried is the same each time. */
const MAILS = repetitions(600, 4000);

const { urls, linkTitles, subject, title } = MailAccepted.data.properties;
const content = Type.Object(
  {
    urls: Type.Array(urls.items, { maxItems: URLS_PER_MAIL }),
    linkTitles,
    subject,
    title,
    tags: Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK }),
    linksAreQuoted: Type.Boolean(),
    subjectCommand: Type.Optional(MailCommand),
    replyCommands: Type.Optional(Type.Array(MailCommand, { maxItems: MAIL_COMMANDS })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: NOTES_CHARS })),
    leftOut: Type.Optional(Type.Array(LeftOutAttachment, { minItems: 1 })),
    attachments: Type.Optional(
      Type.Array(Type.Object({ item: Type.Omit(MailedItem, ["version"]), packed: Type.Unknown() }), { minItems: 1 }),
    ),
    remind: Type.Optional(Type.String({ minLength: 1, maxLength: NOTES_CHARS })),
  },
  { additionalProperties: false },
);

const reader = startMailReader({ workers: 1 });
afterAll(() => reader.close());

test("broken mails of every kind are read or refused, and never crash the reader or leak memory", async () => {
  const examples = mailNames().map(mailNamed);
  const random = seededNumbers(20_261_120);
  const read = { whole: 0, givenUp: 0, attachments: 0 };
  const one = async (): Promise<void> => {
    const mail = mutate(examples[Math.floor(random() * examples.length)] ?? Buffer.alloc(0), examples, random);
    const tried = mail.toString("base64").slice(0, 100_000);
    const result = await reader.read(mail, "", random() < 0.5).catch((error: unknown) => error);
    if (result instanceof UnreadableMail) read.givenUp++;
    else {
      expect(Value.Errors(content, result), tried).toEqual([]);
      read.whole++;
      if ((result as MailContent).attachments !== undefined) read.attachments++;
    }
  };
  for (let i = 0; i < 300; i++) await one();
  const before = process.memoryUsage().rss;
  for (let i = 300; i < MAILS; i++) await one();
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
  expect(read.whole).toBeGreaterThan(200);
  expect(read.attachments).toBeGreaterThan(5);

  const last = Buffer.from("Subject: Still here\r\n\r\nhttps://example.com/");
  expect(await reader.read(last)).toMatchObject({ subject: "Still here", tags: [], urls: ["https://example.com/"] });
});
