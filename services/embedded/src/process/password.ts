import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";

/**
 * The password kept in this file, made at the first call: 192 random bits in URL-safe characters, readable by the
 * owner only.
 */
export async function keptPassword(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const password = randomBytes(24).toString("base64url");
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(password);
    await file.sync();
  } finally {
    await file.close();
  }
  return password;
}
