import { unpackParts } from "@satchel/chassis/parts";
import { afterAll, expect, test, vi } from "vitest";
import { mailNamed, mailNames } from "../../test/mails.ts";
import { mutate, seededNumbers } from "../../test/mutations.ts";
import { startLetterReader, UnreadableMail } from "./mail-reader.ts";

/** Milliseconds for all of it, and mails at most. What is tried is the same each time, but for where it ends. */
const LONGEST_MS = 8000;
const MAILS = 4000;
/** Mails that have to be read whole, so that the test tries something. */
const FEWEST = 200;
vi.setConfig({ testTimeout: LONGEST_MS + 60_000 });

const reader = startLetterReader();
afterAll(() => reader.close());

test("broken mails of every kind to a secret address are read or refused, and never crash the reader", async () => {
  const examples = mailNames().map(mailNamed);
  const random = seededNumbers(20_261_125);
  let whole = 0;
  const end = performance.now() + LONGEST_MS;
  // A busy machine may take longer for the fewest.
  for (let i = 0; i < MAILS && (whole <= FEWEST || performance.now() < end); i++) {
    const mail = mutate(examples[Math.floor(random() * examples.length)] ?? Buffer.alloc(0), examples, random);
    const result = await reader.read(mail).catch((error: unknown) => error);
    if (result instanceof UnreadableMail) continue;
    const letter = result as Awaited<ReturnType<typeof reader.read>>;
    expect(letter.url, mail.toString("base64").slice(0, 100_000)).toMatch(/^mid:[^\s<>"]+$/);
    expect(unpackParts(letter.packed).type).toBe("text/html");
    whole++;
  }
  expect(whole).toBeGreaterThan(FEWEST);
});

test.each([
  ["10 MB of one line", () => `Content-Type: text/html\r\n\r\n${"<p>x".repeat(2_500_000)}`],
  ["a million anchors", () => `Subject: confirm\r\nContent-Type: text/html\r\n\r\n${"<a href=".repeat(1_000_000)}`],
  ["a million quotes", () => `\r\n${">".repeat(1_000_000)}\r\n\r\n${"> \r\n".repeat(500_000)}`],
  ["a million addresses", () => `\r\n${"https://a.example ".repeat(400_000)}`],
  ["a From field without an end", () => `From: ${'"\\"'.repeat(30_000)}\r\n\r\nx`],
  ["a million nested tables", () => `Content-Type: text/html\r\n\r\n${"<table><tr><td>".repeat(600_000)}`],
])("%s is read or refused within the limit of processor time", async (_name, make) => {
  const result = await reader.read(Buffer.from(make())).catch((error: unknown) => error);
  expect(result instanceof UnreadableMail || typeof (result as { url: unknown }).url === "string").toBe(true);
});
