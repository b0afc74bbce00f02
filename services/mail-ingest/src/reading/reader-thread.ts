import { serveTasks } from "@satchel/chassis/worker";
import { type MailContent, readMail } from "../domain/read-mail.ts";

/** The result of a thread: the content of a mail, or name and message of the error. */
export type ReaderAnswer =
  | { readonly content: MailContent }
  | { readonly fault: { readonly name: string; readonly message: string } };

// The thread reads one mail after the other. A task is the raw mail.
serveTasks((raw: Uint8Array) => answerTo(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)));

function answerTo(raw: Buffer): ReaderAnswer {
  try {
    return { content: readMail(raw) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { fault: { name, message } };
  }
}
