import { hkdfSync, randomBytes } from "node:crypto";
import { link, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textOnce } from "@satchel/embedded";

export const secretFile = (dataDir: string): string => join(dataDir, "secret");

/** Replaces the secret; the former one is kept under another name. */
export async function replaceSecret(dataDir: string, secret: string): Promise<void> {
  const file = secretFile(dataDir);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  await link(file, `${file}.replaced-${Date.now()}`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(draft, file);
}

/**
 * The installation's secret: 32 random octets as hex digits in `DATA_DIR/secret` (0600), made once. Without it no account is
 * found by its address, so every backup has to contain it.
 */
export const installationSecret = async (dataDir: string): Promise<string> =>
  (await textOnce(secretFile(dataDir), () => `${randomBytes(32).toString("hex")}\n`)).trim();

/** The key for one purpose, by HKDF (RFC 5869) from the secret: one key reveals nothing about another. */
export const keyFor = (secret: string, purpose: "addresses" | "codes" | "tokens"): string =>
  Buffer.from(hkdfSync("sha256", secret, "", `satchel ${purpose}`, 32)).toString("hex");
