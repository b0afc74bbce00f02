import { mkdir } from "node:fs/promises";
import { writeToOutbox } from "@satchel/chassis";
import { type Deliver, messageOf } from "./mail.ts";

/** Writes mails as `.eml` files into a folder that only its owner can read, for an installation without a relay. */
export async function openOutbox(folder: string, from: string): Promise<Deliver> {
  // Made now, so that a folder that can't be made is reported at the start and not at the first sign-in.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return async (mail) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await transport.sendMail(messageOf(mail, from));
    await writeToOutbox(folder, message);
  };
}
