import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type ParsedMail, simpleParser } from "mailparser";
import { createTransport } from "nodemailer";
import { addresses } from "./environment.ts";

const recipients = ({ to }: ParsedMail): string[] =>
  [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ""));

/** The contents of mails that were read: a run has hundreds, and they do not change. */
const contents = new Map<string, Buffer>();

function read(file: string): Buffer {
  const mail = contents.get(file) ?? readFileSync(file);
  contents.set(file, mail);
  return mail;
}

/** The mails to an address so far, unordered. Mails to others are not parsed. */
export async function mailsTo(email: string): Promise<ParsedMail[]> {
  const folder = join(addresses().dataDir, "outbox");
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const sources = files.map((name) => read(join(folder, name))).filter((source) => source.includes(email));
  const mails = await Promise.all(sources.map((source) => simpleParser(source)));
  return mails.filter((mail) => recipients(mail).includes(email));
}

/** The codes that were mailed to an address so far, unordered. */
export async function codesMailedTo(email: string): Promise<string[]> {
  return (await mailsTo(email)).flatMap((mail) => /\b\d{6}\b/.exec(mail.text ?? "")?.[0] ?? []);
}

/** A mail is in the outbox within milliseconds; Playwright's own intervals begin with 100, 250 and 500. */
const SOON = { intervals: [10, 20, 50, 100] };

/** The sign-in code that was mailed to an address and is not one of `before`. */
export async function codeMailedTo(email: string, before: readonly string[] = []): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => (code = (await codesMailedTo(email)).find((each) => !before.includes(each))), SOON)
    .toBeDefined();
  return code ?? "";
}

/** A file that comes with a mail. */
interface Attachment {
  readonly filename: string;
  readonly content: Uint8Array | string;
}

/** Mails a text to the save address, with files if there are any. Resolves once the server has accepted it. */
export async function sendMail(
  from: string,
  subject: string,
  text: string,
  files: readonly Attachment[] = [],
): Promise<void> {
  const { smtpPort, saveAddress } = addresses();
  const transport = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true });
  try {
    const attachments = files.map(({ filename, content }) => ({ filename, content: Buffer.from(content) }));
    await transport.sendMail({ from, to: saveAddress, subject, text, attachments });
  } finally {
    transport.close();
  }
}

/** A mail of somebody to an address of this server. */
interface Letter {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Mails a newsletter. Resolves once the server has accepted it. */
export async function sendLetter(letter: Letter): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port: addresses().smtpPort, ignoreTLS: true });
  try {
    await transport.sendMail(letter);
  } finally {
    transport.close();
  }
}

/** The link that was mailed to an address to confirm it. */
export async function confirmationMailedTo(email: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const texts = (await mailsTo(email)).map(({ text = "" }) => text);
    return texts.flatMap((text) => /\S+\/confirm-address#token=\S+/.exec(text)?.[0] ?? [])[0];
  };
  await expect.poll(find, SOON).toBeDefined();
  return (await find()) ?? "";
}
