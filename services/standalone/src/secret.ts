import { hkdfSync, randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const secretFile = (dataDir: string): string => join(dataDir, "secret");

/** Replaces the secret; the former one is kept beside it. */
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
 * The installation's secret: 32 random octets as hex digits in `DATA_DIR/secret` (0600), made once. Without it no
 * address leads to its account, so it belongs into every backup.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = secretFile(dataDir);
  const kept = await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  // Written beside it and linked into place: half a secret must never be taken for a whole one.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(file, "utf8")).trim();
}

/** The key for one purpose, by HKDF (RFC 5869) from the secret: one key reveals nothing about another. */
export const keyFor = (secret: string, purpose: "addresses" | "codes" | "tokens"): string =>
  Buffer.from(hkdfSync("sha256", secret, "", `satchel ${purpose}`, 32)).toString("hex");
