import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "@satchel/testing";
import type { Instance } from "./instance.ts";

/** A mail that lies in the outbox. */
interface OutgoingMail {
  readonly subject: string;
  /** Headers and all parts, quoted-printable (RFC 2045 section 6.7) undone. */
  readonly text: string;
}

/** The contents of mails that were read: they do not change, and an outbox may have those of many tests. */
const contents = new Map<string, Promise<string>>();

function read(file: string): Promise<string> {
  const mail = contents.get(file) ?? readFile(file, "utf8");
  contents.set(file, mail);
  return mail;
}

/** The mails to an address so far, the oldest first. */
export async function mailsTo({ dataDir }: Pick<Instance, "dataDir">, email: string): Promise<OutgoingMail[]> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const raw = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .map((name) => read(join(folder, name))),
  );
  return raw
    .filter((mail) => /^To:(.*)$/im.exec(mail)?.[1]?.includes(email))
    .map((mail) => ({
      subject: /^Subject: *(.*(?:\r?\n[ \t].*)*)/m.exec(mail)?.[1] ?? "",
      text: mail
        .replaceAll(/=\r?\n/g, "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    }));
}

/** The codes that were mailed to an address so far, for signing in or for a new password, the oldest first. */
export const codesTo = async (instance: Pick<Instance, "dataDir">, email: string): Promise<string[]> =>
  (await mailsTo(instance, email)).flatMap(({ subject }) => /\b\d{6}\b/.exec(subject)?.[0] ?? []);

/** The tokens of the links that were mailed to an address so far to confirm it, the oldest first. */
export const tokensTo = async (instance: Pick<Instance, "dataDir">, email: string): Promise<string[]> =>
  (await mailsTo(instance, email)).flatMap(({ text }) => /\/confirm-address#token=([\w.-]+)/.exec(text)?.[1] ?? []);

/** Waits for the next one after so many of {@link codesTo} or {@link tokensTo}. */
export const next = (
  found: typeof codesTo,
  instance: Pick<Instance, "dataDir">,
  email: string,
  after: number,
): Promise<string> =>
  eventually(async () => {
    const one = (await found(instance, email))[after];
    if (one === undefined) throw new Error(`nothing was mailed to ${email} after ${after}`);
    return one;
  });
