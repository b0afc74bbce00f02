import { expect, test } from "vitest";

/** The sources of the page by their path from here, such as `../links/LinkRow.tsx`. */
const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.spec.*", "!../**/texts.*"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const at = (path: string, from: string): string => {
  const { pathname } = new URL(path, new URL(from, "file:///src/app/here"));
  const wanted = pathname.replace("/src/app/", "./").replace("/src/", "../");
  return wanted;
};

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];
const namespacesIn = (code: string): readonly string[] =>
  [...code.matchAll(/useTranslation\("([\w-]+)"/g)].map(([, name = ""]) => name);
const staticImports = (code: string): readonly string[] =>
  [...code.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";$/gms)].map(([, path = ""]) => path);

/** What a module loads as a part of its own, with the texts that come with it. */
const partsIn = (code: string): readonly { readonly path: string; readonly texts: readonly string[] }[] =>
  [...code.matchAll(/\bpart\(\s*"[^"]+",\s*async \(\) => \(await import\("([^"]+)"\)\)\.\w+(.*?)\);\n/gs)].map(
    ([, path = "", options = ""]) => ({
      path,
      texts: [...(/texts: \[([^\]]*)\]/.exec(options)?.[1] ?? "").matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name),
    }),
  );

const faults = new Set<string>();
const parts = new Set<string>();
const seen = new Set<string>();

/** Notes each module that says something of a namespace that need not be there. `known`: what is, where it is shown. */
function look(path: string, known: readonly string[]): void {
  const visit = `${path} ${[...known].sort().join()}`;
  const code = sources[path];
  if (code === undefined || seen.has(visit)) return;
  seen.add(visit);
  // A failure may be said in English: the keys of the catalogue are its sentences.
  for (const name of namespacesIn(code))
    if (![...known, "kit", "catalogue"].includes(name)) faults.add(`${path} says ${name}`);
  for (const each of staticImports(code)) look(at(each, path), known);
  for (const each of partsIn(code)) {
    parts.add(at(each.path, path));
    look(at(each.path, path), unique([...known, ...each.texts]));
  }
}

test("whatever a page or a part says, its texts come with it", () => {
  const pages = sources["./pages.ts"] ?? "";
  const archive = /const ARCHIVE[^=]*= \[([^\]]*)\]/.exec(pages)?.[1] ?? "";
  const named = (list: string): string[] => [...list.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name);
  const entries = [...pages.matchAll(/import\("([^"]+)"\)\)\.\w+,\s*texts: (.*),\n/g)];
  for (const [, path = "", list = ""] of entries)
    look(at(path, "./pages.ts"), [...named(list), ...(list.includes("ARCHIVE") ? named(archive) : [])]);
  look("./App.tsx", []);
  expect([...faults]).toEqual([]);
  // Or nothing would have been looked at.
  expect(entries.length).toBeGreaterThan(9);
  expect(seen.size).toBeGreaterThan(150);
  const all = Object.values(sources).flatMap((code) => [...code.matchAll(/\bpart\(\s*"/g)]);
  expect(parts.size).toBeGreaterThan(all.length * 0.8);
});
