import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./fixtures/", import.meta.url);

/** The example mails by their names, written for these tests in the form of common mail programs. */
export const mailNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => name.slice(0, -".eml".length))
    .toSorted();

/** An example as it goes over the wire: its files have plain line ends. */
export const mailNamed = (name: string): Buffer =>
  Buffer.from(readFileSync(new URL(`${name}.eml`, folder), "latin1").replace(/\r?\n/g, "\r\n"), "latin1");
