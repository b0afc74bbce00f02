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
  /** The first plain text of the mail; "" when it has none. */
  readonly text: string;
  /** The first HTML of the mail, as it was sent: for a sandboxed frame alone. */
  readonly html: string | undefined;
  /** The six digits that stand alone in a line of the text. */
  readonly code: string | undefined;
  /** The mail has too many parts or levels, so neither text nor HTML is shown. */
  readonly isTooComplex: boolean;
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
  const file = await readStart(join(folder, name));
  return file === undefined ? undefined : { name, ...readSource(file) };
}

/**
 * A mail's content for the page. Only a stranger's mail to postmaster can have too many parts or levels. Without a
 * valid date it has the time of its file.
 */
function readSource({ source, writtenAt }: MailFile): Omit<OutboxMail, "name"> {
  try {
    const mail = readMime(source);
    const at = new Date(fieldsNamed(mail.fields, "date")[0] ?? "");
    const text = contentOf(mail, "text/plain") ?? "";
    return {
      to: decodeWords(fieldsNamed(mail.fields, "to").join(", ")),
      subject: decodeWords(fieldsNamed(mail.fields, "subject")[0] ?? ""),
      at: Number.isNaN(at.getTime()) ? writtenAt : at,
      text,
      html: contentOf(mail, "text/html"),
      code: CODE.exec(text)?.[1],
      isTooComplex: false,
    };
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return { to: "", subject: "", at: writtenAt, text: "", html: undefined, code: undefined, isTooComplex: true };
  }
}

const CODE = /^[ \t]*(\d{6})[ \t]*$/m;

/** The first content of a type in a mail, without mails inside of it and without attachments. */
function contentOf(part: Part, type: "text/plain" | "text/html"): string | undefined {
  if (part.type === type) return part.disposition === "attachment" ? undefined : textOf(part);
  if (!part.type.startsWith("multipart/")) return undefined;
  for (const inner of part.parts) {
    const content = contentOf(inner, type);
    if (content !== undefined) return content;
  }
  return undefined;
}

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

interface MailFile {
  /** Its first {@link OUTBOX_MAIL_BYTES}. */
  readonly source: Buffer;
  readonly writtenAt: Date;
}

async function readStart(path: string): Promise<MailFile | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { mtime } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(OUTBOX_MAIL_BYTES), 0, OUTBOX_MAIL_BYTES, 0);
    return { source: buffer.subarray(0, bytesRead), writtenAt: mtime };
  } finally {
    await file.close();
  }
}
