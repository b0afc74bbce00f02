import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * The text of a file that only its owner may read, written at the first call. It gets its name when it is complete, so that
 * a killed start leaves no part of it; of several starts at once, the first one decides the text.
 */
export async function textOnce(path: string, create: () => string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, create(), { mode: 0o600, flag: "wx", flush: true });
  try {
    await linkOnce(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, "utf8");
}

/** The password in a file, made at the first call: 192 random bits in URL-safe characters. */
export const passwordOnce = (path: string): Promise<string> =>
  textOnce(path, () => randomBytes(24).toString("base64url"));

/** Makes a hard link, which appears whole or not at all. @returns false where the path exists already */
export async function linkOnce(from: string, path: string): Promise<boolean> {
  try {
    await link(from, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Creates a folder that everybody may read. It gets its name when it is complete; of several starts at once, the folder of
 * the first one stays.
 * @param fill puts its content into an empty folder
 */
export async function folderOnce(path: string, fill: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(join(dirname(path), ".new-"));
  try {
    await chmod(draft, 0o755);
    await fill(draft);
    await rename(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
