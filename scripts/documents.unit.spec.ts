import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const decisions = join(root, "docs/decisions");
/** Folders that are not of the repository, by their names in `.gitignore`. */
const ignored = new Set(
  readFileSync(join(root, ".gitignore"), "utf8")
    .split("\n")
    .filter((line) => line.endsWith("/"))
    .map((line) => line.slice(0, -1)),
);
const withText = /\.(ts|tsx|mjs|md|ya?ml|sh|css|json)$/u;

/** The tracked kinds of text below a folder, by their path from the root. */
async function texts(folder = ""): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!ignored.has(entry.name) && !entry.name.startsWith(".")) found.push(...(await texts(path)));
    } else if (withText.test(entry.name) && entry.name !== "package-lock.json") found.push(path);
  }
  return found;
}

const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

let all: string[];
let pages: string[];
beforeAll(async () => {
  all = await texts();
  pages = all.filter((path) => path.endsWith(".md"));
});

describe("decisions", () => {
  interface Decision {
    file: string;
    number: number;
    heading: string;
    contains: number[];
  }

  const list = async (): Promise<Decision[]> => {
    const files = (await readdir(decisions)).filter((name) => name !== "README.md").sort();
    return Promise.all(
      files.map(async (file) => {
        const [title, , status] = (await readFile(join(decisions, file), "utf8")).split("\n");
        const head = /^# (?<number>\d+)\. (?<heading>.+)$/u.exec(title ?? "")?.groups;
        const said =
          /^Status: (?:accepted|replaced by \d+), \d{4}-\d{2}-\d{2}(?:; last changed \d{4}-\d{2}-\d{2})?(?:; contains (?<contains>[\d, and]+))?\.$/u.exec(
            status ?? "",
          );
        expect({ file, head, said }, `heading and status of ${file}`).toMatchObject({
          head: expect.anything(),
          said: expect.anything(),
        });
        return {
          file,
          number: Number(head?.["number"]),
          heading: title?.slice(2) ?? "",
          contains: (said?.groups?.["contains"]?.match(/\d+/gu) ?? []).map(Number),
        };
      }),
    );
  };

  test("have the number of their file, and no number is used twice", async () => {
    const found = await list();
    for (const { file, number } of found) expect(Number(file.slice(0, 4)), file).toBe(number);
    const numbers = found.flatMap(({ number, contains }) => [number, ...contains]);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test("are in the index, each once and with its heading", async () => {
    const index = await read("docs/decisions/README.md");
    const links = [...index.matchAll(/^- \[(?<heading>.+)\]\((?<file>[^)]+)\)$/gmu)].map((match) => ({
      ...match.groups,
    }));
    const expected = (await list()).map(({ file, heading }) => ({ file, heading }));
    const byFile = (a: { file?: string }, b: { file?: string }): number => (a.file ?? "").localeCompare(b.file ?? "");
    expect(links.sort(byFile)).toEqual(expected.sort(byFile));
  });

  test("that comments and documents name are there", async () => {
    const known = new Set((await list()).map(({ number }) => number));
    const missing: string[] = [];
    for (const path of all) {
      if (path === "scripts/documents.unit.spec.ts") continue;
      const text = await read(path);
      for (const [reference] of text.matchAll(/\bdecisions? \[?\d+\b(?:\]\([^)]*\))?(?:(?:, | and )\[?\d+\b)*/giu)) {
        const numbers = reference.replaceAll(/\([^)]*\)/gu, "").match(/\d+/gu) ?? [];
        for (const number of numbers) if (!known.has(Number(number))) missing.push(`${path}: ${reference}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

describe("documents", () => {
  test("link to what is there", async () => {
    const missing: string[] = [];
    for (const path of pages) {
      for (const [, target = ""] of (await read(path)).matchAll(/\]\(([^)\s]+)\)/gu)) {
        if (/^(?:[a-z]+:|#)/u.test(target)) continue;
        if (!existsSync(join(root, dirname(path), target.replace(/#.*$/u, "")))) missing.push(`${path}: ${target}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test("name files and folders that are there; a spec may be named without the end of its name", async () => {
    const missing: string[] = [];
    const aPath =
      /`((?:services|contracts|client|cli|web|extension|e2e|testing|bench|deploy|scripts|docs)\/[^`\s<>*{}…]+)`/gu;
    for (const path of pages) {
      for (const [, named = ""] of (await read(path)).matchAll(aPath)) {
        const plain = named.replace(/#.*$/u, "");
        // What a build makes is not there before it.
        if (/\/dist(?:\/|$)/u.test(plain)) continue;
        if (!["", ".spec.ts", ".e2e.spec.ts"].some((end) => existsSync(join(root, plain + end)))) {
          missing.push(`${path}: ${named}`);
        }
      }
    }
    expect(missing).toEqual([]);
  });

  test("name sources that are there, by the end of their paths", async () => {
    const sources = all.map((path) => `/${path}`);
    const missing: string[] = [];
    for (const path of pages) {
      for (const [, named = ""] of (await read(path)).matchAll(/`(\w[\w./-]*\.(?:ts|tsx|mjs|css))`/gu)) {
        if (!sources.some((source) => source.endsWith(`/${named}`))) missing.push(`${path}: ${named}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test.each(["docs/architecture.md", "docs/web.md"])("the tree in %s has what is there", async (path) => {
    const [, tree = ""] = /## The tree\n\n```\n(.*?)```/su.exec(await read(path)) ?? [];
    const named: string[] = [];
    const folders: string[] = [];
    for (const line of tree.split("\n").filter((each) => each !== "")) {
      const depth = line.search(/\S/u) / 2;
      for (const name of /^\s*((?:[\w.-]+(?:\/[\w.-]+)*(?:\/|\.\w+)(?: |$))+)/u.exec(line)?.[1]?.trim().split(" ") ??
        []) {
        named.push(join(...folders.slice(0, depth), name));
        if (name.endsWith("/")) folders[depth] = name;
      }
    }
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((each) => !existsSync(join(root, each)))).toEqual([]);

    const listed = path.endsWith("web.md") ? "web/src/features/" : "services/";
    const entries = await readdir(join(root, listed), { withFileTypes: true });
    const unnamed = entries.filter((each) => each.isDirectory() && !named.includes(join(listed, each.name, "/")));
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  test("name specs that are there", async () => {
    const specs = all
      .filter((path) => /\.spec\.tsx?$/u.test(path))
      .map((path) => `/${path.replace(/\.spec\.tsx?$/u, "")}`);
    const missing: string[] = [];
    for (const path of pages) {
      const aSpec = /`(?<name>\w[\w./-]*\.(?:unit|int|proof|browser|e2e|image))(?:\.spec\.tsx?)?`/gu;
      for (const [, named = ""] of (await read(path)).matchAll(aSpec)) {
        if (!specs.some((spec) => spec.endsWith(`/${named}`))) missing.push(`${path}: ${named}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test("name settings and constants that are there", async () => {
    const written = new Set<string>();
    for (const path of all.filter((each) => !each.endsWith(".md") && each !== "scripts/documents.unit.spec.ts")) {
      for (const [name] of (await read(path)).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/gu)) written.add(name);
    }
    const missing: string[] = [];
    for (const path of pages) {
      for (const [, name = ""] of (await read(path)).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/gu)) {
        if (!written.has(name) && !name.startsWith("OTEL_")) missing.push(`${path}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test("draw the tree as it is, with every folder of the root and every service", async () => {
    const page = await read("docs/architecture.md");
    const tree = /## The tree\n\n```\n(?<tree>[\s\S]*?)```/u.exec(page)?.groups?.["tree"] ?? "";
    const above: { indent: number; path: string }[] = [];
    const drawn = new Set<string>();
    for (const line of tree.split("\n").filter((text) => text.trim() !== "")) {
      const { indent = "", name = "" } = /^(?<indent> *)(?<name>[^ ]+)/u.exec(line)?.groups ?? {};
      while ((above.at(-1)?.indent ?? -1) >= indent.length) above.pop();
      const path = join(above.at(-1)?.path ?? "", name);
      above.push({ indent: indent.length, path });
      drawn.add(path.replace(/\/$/u, ""));
    }
    const folders = async (of: string): Promise<string[]> =>
      (await readdir(join(root, of), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory() && !ignored.has(entry.name) && !entry.name.startsWith("."))
        .map((entry) => join(of, entry.name));
    expect([...drawn].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect([...(await folders("")), ...(await folders("services"))].filter((path) => !drawn.has(path))).toEqual([]);
  });
});

test("the page about scaling has every source that does something again and again", async () => {
  const page = await read("docs/operations/scaling.md");
  const section = /## What happens at rest\n(?<text>[\s\S]*?)\n## /u.exec(page)?.groups?.["text"] ?? "";
  const named = [...section.matchAll(/`(services\/[^`]+\.ts)`/gu)].map(([, path]) => path ?? "");
  const product = all.filter((path) => /^services\/[^/]+\/src\/.*\.ts$/u.test(path) && !path.includes(".spec."));
  const repeating: string[] = [];
  for (const path of product) {
    if (/\b(?:setInterval|periodically)\(|idle_heartbeat/u.test(await read(path))) repeating.push(path);
  }
  expect([...new Set(named)].toSorted()).toEqual(repeating.toSorted());
});
