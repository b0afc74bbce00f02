import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { type Language, LANGUAGES } from "../src/app/i18n/language.ts";

/** What is bounded: pages, the module that each begins with, its texts, and the octets from which on the build fails. */
export const PAGES = {
  landing: { path: "/", module: "src/features/landing/LandingPage.tsx", most: 112_500 },
  archive: { path: "/links", module: "src/features/links/LinksPage.tsx", most: 140_000 },
} as const;
type Page = keyof typeof PAGES;

/** The modules that the first sight of a page begins with, in a language. */
export const firstModules = (page: Page, language: Language): string[] => [
  PAGES[page].module,
  ...["start", page].map((pack) => `src/app/i18n/${pack}.${language}.ts`),
];

/** What of a built script is needed to add up what a page loads. */
export interface Script {
  readonly code: string;
  readonly isEntry: boolean;
  /** Its modules, as paths that end like their paths in the project. */
  readonly moduleIds: readonly string[];
  /** File names of the scripts that it cannot run without. */
  readonly imports: readonly string[];
}

/** The scripts that a page runs at its first sight: the entry, those of its modules, and all that these import. */
export function initialScripts(scripts: Readonly<Record<string, Script>>, modules: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const script = scripts[name];
    if (script === undefined || found.has(name)) return;
    found.add(name);
    script.imports.forEach(add);
  };
  const names = Object.keys(scripts);
  for (const name of names) if (scripts[name]?.isEntry === true) add(name);
  for (const module of modules) {
    const page = names.find((name) => scripts[name]?.moduleIds.some((id) => id.endsWith(`/${module}`)) === true);
    if (page === undefined) throw new Error(`No script holds ${module}`);
    add(page);
  }
  return [...found];
}

/** Octets of some scripts, each packed by gzip. */
export const packedBytes = (scripts: Readonly<Record<string, Script>>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(scripts[name]?.code ?? "", { level: 9 }).length, 0);

/** Says what the first sight of each page costs, and fails the build where it is too much. */
export function budget(): Plugin {
  return {
    name: "satchel:budget",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const scripts: Record<string, Script> = {};
        for (const file of Object.values(bundle)) if (file.type === "chunk") scripts[file.fileName] = file;
        for (const page of Object.keys(PAGES) as Page[]) {
          const { path, most } = PAGES[page];
          for (const language of LANGUAGES) {
            const bytes = packedBytes(scripts, initialScripts(scripts, firstModules(page, language)));
            this.info(`${path} in ${language} begins with ${bytes} octets of script (gzip); the most is ${most}`);
            if (bytes > most)
              this.error(`${path} begins with ${bytes} octets of script, more than ${most}: load more of it later`);
          }
        }
      },
    },
  };
}
