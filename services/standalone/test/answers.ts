import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeWords, fieldsNamed, type Part, readMime, textOf } from "@satchel/mail-ingest/message";
import { sendMail } from "./instance.ts";

/** An answer as its reader has it. */
export interface MailedAnswer {
  readonly subject: string;
  readonly to: string;
  /** Where a reply goes: the address of Reply-To, else that of From. */
  readonly replyTo: string;
  readonly text: string;
  readonly html: string;
  readonly field: (name: string) => string | undefined;
}

type Place = Parameters<typeof sendMail>[0] & { readonly dataDir: string };

/** The mails to an address in the outbox that answer one, oldest first. */
export async function answersTo({ dataDir }: Pick<Place, "dataDir">, address: string): Promise<MailedAnswer[]> {
  const folder = join(dataDir, "outbox");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))));
  return mails.map(readAnswer).filter((mail) => mail.to === address && mail.field("auto-submitted") === "auto-replied");
}

function readAnswer(raw: Buffer): MailedAnswer {
  const mail = readMime(raw);
  const field = (name: string): string | undefined => fieldsNamed(mail.fields, name)[0];
  const addressIn = (value = ""): string => /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value;
  return {
    field,
    subject: decodeWords(field("subject") ?? ""),
    to: addressIn(field("to")),
    replyTo: addressIn(field("reply-to") ?? field("from")),
    text: partOf(mail, "text/plain"),
    html: partOf(mail, "text/html"),
  };
}

function partOf(part: Part, type: string): string {
  if (part.type === type) return textOf(part);
  for (const inner of part.parts) {
    const found = partOf(inner, type);
    if (found !== "") return found;
  }
  return "";
}

/** Replies to an answer as mail programs do, with what it says quoted. @returns the server's answer, or its refusal */
export function reply(place: Place, to: MailedAnswer, text: string, more: object = {}): Promise<string> {
  const quoted = to.text.replaceAll(/^/gm, "> ");
  const mail = {
    from: to.to,
    to: to.replyTo,
    subject: `Re: ${to.subject.replace(/^Re: /, "")}`,
    text: `${text}\n\nOn Thursday Satchel wrote:\n${quoted}\n`,
    headers: { "In-Reply-To": to.field("message-id") ?? "", References: to.field("message-id") ?? "" },
    ...more,
  };
  return sendMail(place, mail).catch((error: unknown) => String((error as { response?: unknown }).response ?? error));
}
