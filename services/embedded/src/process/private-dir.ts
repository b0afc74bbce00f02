import { chmod, mkdir, realpath } from "node:fs/promises";

/** Makes the directory if need be, closes it to all others, and returns its absolute path without links. */
export async function privateDir(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  return realpath(path);
}
