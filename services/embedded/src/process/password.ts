import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";

/**
 * The password in this file, made at the first call: 192 random bits in URL-safe characters, readable by the owner
 * only.
 */
export async function keptPassword(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // Written beside it and linked into place: a killed start must leave no half of a password.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft, { force: true });
  return readFile(path, "utf8");
}
