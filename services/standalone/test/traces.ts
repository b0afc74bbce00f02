import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Files in a folder that contain one of these texts: as UTF-8, also broken into lines by quoted-printable (RFC 2045 section
 * 6.7), as UTF-16, or as base64.
 * @param except a folder in it that is not looked into: the tables are most of what there is to read
 * @returns their paths within the folder
 */
export async function filesWith(folder: string, texts: readonly string[], except?: string): Promise<string[]> {
  const forms = texts.flatMap(formsOf);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || (except !== undefined && path.startsWith(join(folder, except, "/")))) continue;
    // A file may be removed meanwhile.
    const content = await readFile(path).catch(() => Buffer.of());
    if (holds(content, forms)) found.push(path.slice(folder.length + 1));
  }
  return found;
}

const holds = (content: Buffer, forms: readonly Buffer[]): boolean => {
  if (forms.some((form) => content.includes(form))) return true;
  if (!content.includes("=\r\n")) return false;
  const joined = Buffer.from(content.toString("latin1").replaceAll("=\r\n", ""), "latin1");
  return forms.some((form) => joined.includes(form));
};

function formsOf(text: string): Buffer[] {
  const quoted = text.replaceAll("=", "=3D").replaceAll("@", "=40");
  return [text, quoted, ...base64Of(text)].map((form) => Buffer.from(form)).concat(Buffer.from(text, "utf16le"));
}

/** The part of a text's base64 that is independent of its neighbours, for each of its three alignments. */
function base64Of(text: string): string[] {
  const octets = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), octets]);
    return whole
      .subarray(0, whole.length - (whole.length % 3))
      .toString("base64")
      .slice(before === 0 ? 0 : before + 1);
  });
}
