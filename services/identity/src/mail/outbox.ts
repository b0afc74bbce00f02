import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Deliver, messageOf } from "./mail.ts";

/**
 * Writes mails as `.eml` files into a folder, for an installation that has no relay. Names sort by time; a file is there whole or
 * not at all, and only its owner may read it, for it holds a code.
 */
export async function openOutbox(folder: string, from: string): Promise<Deliver> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from));
    const name = `${new Date().toISOString().replaceAll(/[-:.]/g, "")}-${randomUUID().slice(0, 8)}`;
    const unfinished = join(folder, `.${name}.part`);
    await writeFile(unfinished, message, { mode: 0o600, flag: "wx" });
    await rename(unfinished, join(folder, `${name}.eml`));
  };
}
