import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { styleText } from "node:util";
import { CommandError, EXIT } from "./exit.ts";

/** All control characters but line end and tab: titles and pages of strangers must not command the terminal (ECMA-48). */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Characters that change the direction of what follows (UAX 9), which could show an address as another one. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text of a stranger as a terminal may show it. */
export const plain = (text: string): string => text.replace(CONTROLS, "").replace(DIRECTIONS, "");

/** A text in one line. */
export const line = (text: string): string => plain(text.replace(/\s+/g, " ").trim());

/** Writes a line for people or pipes. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes one value as a line of JSON. Control characters of C1, which JSON leaves as they are, are escaped. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value).replace(/[\x7f-\x9f]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
  print(text);
}

/** Writes what is not the result: progress, warnings, hints, and what a server answers. */
export function note(text: string): void {
  process.stderr.write(`${plain(text)}\n`);
}

/** A text in bold or dimmed, where standard output is a terminal that shows it. */
export const bold = (text: string): string => styleText("bold", text, { stream: process.stdout });
export const dim = (text: string): string => styleText("dim", text, { stream: process.stdout });

/** The lines that come by standard input, without empty ones; none when it is a terminal. */
export async function linesOfInput(): Promise<string[]> {
  if (process.stdin.isTTY) return [];
  const lines: string[] = [];
  for await (const each of createInterface({ input: process.stdin })) {
    const text = each.trim();
    if (text !== "") lines.push(text);
  }
  return lines;
}

/** Where what is typed goes that must not be seen. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks for one line. The answer is not shown when it is secret. Without a terminal, the first line of standard input. */
export async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) return (await linesOfInput())[0] ?? "";
  if (isSecret) process.stderr.write(question);
  const prompt = createInterface({
    input: process.stdin,
    output: isSecret ? nowhere() : process.stderr,
    terminal: true,
  });
  const cancelled = new AbortController();
  prompt.on("SIGINT", () => cancelled.abort());
  prompt.on("close", () => cancelled.abort());
  try {
    return (await prompt.question(isSecret ? "" : question, { signal: cancelled.signal })).trim();
  } catch {
    throw new CommandError("Cancelled.", EXIT.failed);
  } finally {
    prompt.close();
    if (isSecret) process.stderr.write("\n");
  }
}
