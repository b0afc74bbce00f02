import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Address, normaliseAddress } from "@satchel/chassis";

/**
 * Removes the mails in the outbox that are addressed to an address or contain it. A file that another process removes at
 * the same time is ignored.
 */
export async function clearOutbox(folder: string, address: Address): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    if (!name.endsWith(".eml")) continue;
    const path = join(folder, name);
    const mail = await readFile(path, "utf8").catch(() => "");
    if (concerns(mail, address)) await rm(path, { force: true });
  }
}

/** RFC 5322 section 2.2.3 unfolds headers, RFC 2045 section 6.7 joins lines that quoted-printable broke. */
function concerns(mail: string, address: Address): boolean {
  const to = /^To: (.*)$/m.exec(mail.replaceAll(/\r\n[ \t]+/g, " "))?.[1] ?? "";
  if (normaliseAddress(to.replaceAll(/^.*<|>.*$/g, "")) === address) return true;
  return mail.replaceAll("=\r\n", "").replaceAll("=40", "@").toLowerCase().includes(address);
}
