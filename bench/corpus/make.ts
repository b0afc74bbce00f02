import { hash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { say } from "../report.ts";
import { paragraphsOf } from "./page-text.ts";

// Makes a corpus of texts from folders of documents: `npm run corpus -w bench -- <documents> <corpus>`. Each folder within
// `documents` becomes a file of texts, one page a line, as JSON. A paragraph that was there before, digits aside, is left out:
// so menus, licenses and other versions of the same page are there once.
const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error("usage: npm run corpus -w bench -- <documents> <corpus>");

const PAGE_CHARS = 500;
/** Sources of programs and of pages, which are there as pages too, and lists of changes. */
const LEFT_OUT = /\/(?:_sources|_modules|_static|src)\/|\/(?:changelog|copyright|NEWS)[^/]*$/i;

const seen = new Set<string>();
const isNew = (paragraph: string): boolean => {
  const key = hash("sha1", paragraph.replaceAll(/\d+/g, "0"), "base64").slice(0, 12);
  return seen.size < seen.add(key).size;
};

function read(file: string): string {
  const octets = file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file);
  const text = octets.toString("utf8");
  return text.includes("\ufffd") ? octets.toString("latin1") : text;
}

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
let chars = 0;
for (const folder of readdirSync(from).sort()) {
  if (!statSync(join(from, folder)).isDirectory()) continue;
  const lines: string[] = [];
  const entries = readdirSync(join(from, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.filter((each) => !LEFT_OUT.test(each)).sort()) {
    const page = paragraphsOf(file, read(file))?.filter(isNew).join("\n") ?? "";
    if (page.length < PAGE_CHARS) continue;
    chars += page.length;
    lines.push(`${JSON.stringify(page)}\n`);
  }
  if (lines.length > 0) appendFileSync(join(to, `${folder}.jsonl`), lines.join(""));
  say(`${folder}: ${lines.length} pages; ${(chars / 1e6).toFixed(1)} million characters so far`);
}
