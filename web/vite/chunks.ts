import { join } from "node:path";
import type { Rolldown } from "vite";

const SRC = join(import.meta.dirname, "../src");

/** The pages whose first sight comes in few files: the name of the file, and the module that the page begins with. */
const PAGES: Readonly<Record<string, string>> = {
  landing: join(SRC, "features/landing/LandingPage.tsx"),
  archive: join(SRC, "features/links/LinksPage.tsx"),
};

/** The file of what more than one of them needs. */
const COMMON = "pages";

/** What the archive loads right after its first sight, all at once: the modules that it begins with. */
const SOON = [
  "shell/OverShell.tsx",
  "live/Live.tsx",
  "sorting/Sorting.tsx",
  "links/ItemsInWindow.ts",
  "links/LinkActions.tsx",
  "links/changes.api.ts",
];

/** Their index leads to all of them; which of them is used, and by what, only the bundler knows. */
const CONTRACTS = /\/contracts\/src\//;

type ImportsOf = (id: string) => readonly string[];

function collect(id: string, importsOf: ImportsOf, found: Set<string>): Set<string> {
  if (found.has(id) || CONTRACTS.test(id)) return found;
  found.add(id);
  for (const imported of importsOf(id)) collect(imported, importsOf, found);
  return found;
}

/**
 * The file of each module that one of the pages can't do without; what several need is in {@link COMMON}.
 * @param soon modules that follow them, whose file is `soon` with all that these can't do without
 */
export function filesOf(
  pages: Readonly<Record<string, string>>,
  soon: readonly string[],
  importsOf: ImportsOf,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, page] of Object.entries(pages)) {
    for (const id of collect(page, importsOf, new Set())) files.set(id, files.has(id) ? COMMON : name);
  }
  for (const module of soon)
    for (const id of collect(module, importsOf, new Set())) if (!files.has(id)) files.set(id, "soon");
  return files;
}

/**
 * Groups what a page needs at its first sight, so that it comes in few files: many small ones pack worse, and each is asked
 * for by itself. Libraries change seldom and stay in the browser's cache when the page changes. Everything else is left
 * to the bundler.
 */
export function pageChunks(): Rolldown.CodeSplittingGroup[] {
  let files: ReadonlyMap<string, string> | undefined;
  const fileOf = (id: string, modules: Rolldown.ChunkingContext): string | null => {
    files ??= filesOf(
      PAGES,
      SOON.map((module) => join(SRC, "features", module)),
      (each) => modules.getModuleInfo(each)?.importedIds ?? [],
    );
    return files.get(id) ?? null;
  };
  return [
    { name: "libraries", test: /\/node_modules\/.*\.[cm]?js$/, tags: ["$initial"], priority: 4 },
    // What translates it needs all of it; where its texts are named, they stand in place (slimContracts.ts).
    { name: "catalogue", test: /\/contracts\/src\/texts\.ts$/, priority: 5 },
    { name: "start", tags: ["$initial"], priority: 3 },
    // Before the others, for a group takes along what its modules import.
    { debugName: COMMON, name: (id, modules) => (fileOf(id, modules) === COMMON ? COMMON : null), priority: 2 },
    { debugName: "first sights", name: fileOf, priority: 1 },
    { name: "icons", test: /\/lucide-react\/dist\/esm\/icons\// },
  ];
}
