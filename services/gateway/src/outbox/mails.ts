import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { decodeWords, fieldsNamed, type Part, readMime, textOf, TooComplex } from "@satchel/mail-ingest/message";
import { OUTBOX_MAIL_BYTES, OUTBOX_MAILS } from "../limits.ts";

export interface OutboxMail {
  /** Name of its file, and its address on the page. */
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
  return { name, ...readSource(source) };
}

/**
 * A mail's content for the page. One with too many parts or levels, which only a stranger's mail to postmaster can
 * have, shows no text.
 */
function readSource(source: Buffer): Omit<OutboxMail, "name"> {
  try {
    const mail = readMime(source);
    const at = new Date(fieldsNamed(mail.fields, "date")[0] ?? "");
    return {
      to: decodeWords(fieldsNamed(mail.fields, "to").join(", ")),
      subject: decodeWords(fieldsNamed(mail.fields, "subject")[0] ?? ""),
      at: Number.isNaN(at.getTime()) ? new Date(0) : at,
      text: textIn(mail) ?? "",
    };
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return { to: "", subject: "", at: new Date(0), text: "This mail is too complex to be shown." };
  }
}

/** The first text of a mail, without mails inside of it. */
function textIn(part: Part): string | undefined {
  if (part.type === "text/plain") return textOf(part);
  if (!part.type.startsWith("multipart/")) return undefined;
  for (const inner of part.parts) {
    const text = textIn(inner);
    if (text !== undefined) return text;
  }
  return undefined;
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
