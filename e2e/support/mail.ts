import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type ParsedMail, simpleParser } from "mailparser";
import { createTransport } from "nodemailer";
import { addresses } from "./environment.ts";

async function outbox(): Promise<ParsedMail[]> {
  const folder = join(addresses().dataDir, "outbox");
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  return Promise.all(files.map((name) => simpleParser(readFileSync(join(folder, name)))));
}

const recipients = ({ to }: ParsedMail): string[] =>
  [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ""));

/** The codes that were mailed to an address so far, in no order. */
export async function codesMailedTo(email: string): Promise<string[]> {
  const mails = (await outbox()).filter((mail) => recipients(mail).includes(email));
  return mails.flatMap((mail) => /\b\d{6}\b/.exec(mail.text ?? "")?.[0] ?? []);
}

/** The sign-in code that was mailed to an address; the one that is not among `before`. */
export async function codeMailedTo(email: string, before: readonly string[] = []): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => (code = (await codesMailedTo(email)).find((each) => !before.includes(each))))
    .toBeDefined();
  return code ?? "";
}

/** Mails a text to the save address. Resolves once the server has accepted it. */
export async function sendMail(from: string, subject: string, text: string): Promise<void> {
  const { smtpPort, saveAddress } = addresses();
  const transport = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true });
  try {
    await transport.sendMail({ from, to: saveAddress, subject, text });
  } finally {
    transport.close();
  }
}

/** The link that was mailed to an address to confirm it. */
export async function confirmationMailedTo(email: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const texts = (await outbox()).filter((mail) => recipients(mail).includes(email)).map(({ text = "" }) => text);
    return texts.flatMap((text) => /\S+\/confirm-address#token=\S+/.exec(text)?.[0] ?? [])[0];
  };
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
}
