import { chmod, readFile, writeFile } from "node:fs/promises";

/** Sets lines of a file of settings; those that it lacks are added. */
export async function setLines(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(file, "utf8");
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name}=.*$`, "m");
    text = line.test(text) ? text.replace(line, () => `${name}=${value}`) : `${text}${name}=${value}\n`;
  }
  await writeFile(file, text);
  await chmod(file, 0o600);
}

/** The value of a line in one of the files. @throws where none has it */
export async function lineOf(name: string, ...files: readonly string[]): Promise<string> {
  for (const file of files) {
    const found = new RegExp(`^${name}=(.*)$`, "m").exec(await readFile(file, "utf8"))?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`${files.join(" and ")} has no ${name}`);
}
