import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { getStatus } from "@satchel/contracts/routes";
import { expect, test } from "vitest";
import { PAGES } from "./documents.ts";
import { partsIn } from "./parts.ts";

/** What the first view of a page may cost: octets of script, packed by gzip. Lighthouse's scores were measured with these. */
const MOST = { landing: 140_000, archive: 175_600 } as const;

/** What `vite build` made, by its path in the page. */
const DIST = join(import.meta.dirname, "../dist");
const files = new Map(
  readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(DIST.length), readFileSync(path)]),
);

function documentOf(name: string): string {
  const file = files.get(`/${name}`);
  if (file === undefined) throw new Error(`The build has no ${name}`);
  return file.toString();
}

/** The scripts that a document names, in the order in which it does. */
const scriptsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path)),
];

const parts = (): Readonly<Record<string, readonly string[]>> => partsIn(documentOf("index.html"));

test.each(["landing.en", "landing.de", "archive.en", "archive.de"] as const)(
  "the first view of %s costs no more script than its budget",
  (name) => {
    const scripts = scriptsIn(documentOf(`${name}.html`));
    const page = name.startsWith("landing") ? "landing" : "archive";
    // The page's own script and its texts are among them, or the sum would say nothing.
    expect(scripts).toEqual(expect.arrayContaining([...(parts()[PAGES[page].part] ?? ["a page of its own"])]));
    const bytes = scripts.map((path) => {
      const file = files.get(path);
      return file === undefined ? Number.NaN : gzipSync(file, { level: 9 }).length;
    });
    const sum = bytes.reduce((a, b) => a + b, 0);
    expect(sum).toBeLessThanOrEqual(MOST[page]);
  },
);

test.each([
  ["landing", false],
  ["archive", true],
])("given the document of the %s, then whether its scripts come before it is painted is %s", (page, isBefore) => {
  const [before = "", later = ""] = documentOf(`${page}.en.html`).split('<template id="later">');
  expect(scriptsIn(before).length > 0).toBe(isBefore);
  // The page's own among them.
  expect(later.includes('<script type="module"')).toBe(!isBefore);
  expect(before).toMatch(/rel="stylesheet"[^]*as="font"/);
});

test.each(["index", "landing.en", "landing.de", "archive.en", "archive.de"])(
  "the document %s preloads the call with which the page begins, and no other",
  (name) => {
    const preloads = [
      ...documentOf(`${name}.html`).matchAll(/<link rel="preload" as="fetch" crossorigin href="(\/api\/[^"]+)"/g),
    ];
    expect(preloads.map(([, path]) => path)).toEqual([getStatus.path]);
  },
);

test("each part of the page that is loaded later is in the document with its files", async () => {
  const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
  const named = Object.entries(sources)
    .filter(([path]) => !path.includes(".spec."))
    .flatMap(([, text]) => [...text.matchAll(/import\("([^"]+?)\.tsx?"\)/g)])
    .map(([, path = ""]) => path.split("/").at(-1) ?? "");
  expect(named.length).toBeGreaterThan(20);
  const known = Object.keys(parts()).map((name) => name.split("/").at(-1));
  expect(known).toEqual(expect.arrayContaining(named));
  const used = Object.values(sources).flatMap((text) =>
    [...text.matchAll(/\b(?:part|loadPart)\(\s*"([^"]+)"/g)].map(([, name = ""]) => name),
  );
  expect(Object.keys(parts())).toEqual(expect.arrayContaining(used));
  for (const path of Object.values(parts()).flat()) expect(files.has(path)).toBe(true);
});

test("the page brings no library that checks schemas, and no request to another host", () => {
  const code = [...files].map(([path, file]) => (path.endsWith(".js") ? file.toString() : "")).join("\n");
  expect(code.length).toBeGreaterThan(100_000);
  expect(code).not.toMatch(/~kind|typebox/i);
});
