import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Octets of script, packed by gzip, that the first sight of a page is to cost at most. Not reached on /links yet: bench/README.md. */
const AIM_BYTES = 140_000;

/** What is bounded: pages, the modules that each begins with, and the octets from which on the build fails. */
const PAGES = [
  {
    path: "/",
    modules: ["src/features/landing/LandingPage.tsx", "src/app/i18n/start.en.ts", "src/app/i18n/landing.en.ts"],
    most: 129_000,
  },
  {
    path: "/links",
    modules: ["src/features/links/LinksPage.tsx", "src/app/i18n/start.en.ts", "src/app/i18n/archive.en.ts"],
    most: 156_500,
  },
] as const;

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
        for (const { path, modules, most } of PAGES) {
          const bytes = packedBytes(scripts, initialScripts(scripts, modules));
          this.info(`${path} begins with ${bytes} octets of script (gzip); the aim is ${AIM_BYTES}`);
          if (bytes > most)
            this.error(`${path} begins with ${bytes} octets of script, more than ${most}: load more of it later`);
        }
      },
    },
  };
}
