import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { OUTBOX_MAIL_BYTES, OUTBOX_MAILS } from "../limits.ts";

/** A mail that was written and not sent. */
export interface OutboxMail {
  /** Name of its file, which is its address on the page. */
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly at: Date;
  readonly text: string;
}

const NAME = /^[\w.@+-]{1,200}\.eml$/;

/** The newest mails, the newest first; none when the folder does not exist yet. */
export async function listMails(folder: string): Promise<OutboxMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));
  const found = await Promise.all(names.map(async (name) => ({ name, at: await changedAt(join(folder, name)) })));
  const newest = found.sort((a, b) => b.at - a.at || b.name.localeCompare(a.name)).slice(0, OUTBOX_MAILS);
  const mails = await Promise.all(newest.map(({ name }) => readMail(folder, name)));
  return mails.filter((mail) => mail !== undefined);
}

/** One mail; undefined when there is none of that name. */
export async function readMail(folder: string, name: string): Promise<OutboxMail | undefined> {
  if (!NAME.test(name)) return undefined;
  const source = await readStart(join(folder, name));
  if (source === undefined) return undefined;
  const {
    to,
    subject = "",
    date,
    text = "",
  } = await simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true });
  const recipients = [to ?? []].flat().map((address) => address.text);
  return { name, to: recipients.join(", "), subject, at: date ?? new Date(0), text };
}

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function readStart(path: string): Promise<Buffer | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(OUTBOX_MAIL_BYTES), 0, OUTBOX_MAIL_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
