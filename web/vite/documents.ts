import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig, type Plugin } from "vite";
import { LANGUAGES } from "../src/kit/i18n/language.ts";
import type { prerender } from "../src/app/first/prerender.tsx";
import { partsIn } from "./parts.ts";
import { isLatinFont } from "./serviceWorker.ts";

const WEB = join(import.meta.dirname, "..");

/** The pages with a document of their own: the part that each starts with, and its namespaces. */
export const PAGES = {
  landing: { part: "landing/LandingPage", texts: ["kit", "landing"] },
  archive: { part: "archive/LinksPage", texts: ["kit", "links"] },
} as const;

/** Builds the renderer of the documents for this process, and loads it. */
async function loadPrerender(shared: InlineConfig): Promise<typeof prerender> {
  const outDir = join(WEB, ".cache/prerender");
  await build({
    ...shared,
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: { ssr: join(WEB, "src/app/first/prerender.tsx"), outDir, emptyOutDir: true },
    ssr: { noExternal: ["@satchel/contracts"], resolve: shared.resolve ?? {} },
  });
  const module = (await import(`${pathToFileURL(join(outDir, "prerender.js")).href}?${Date.now()}`)) as {
    prerender: typeof prerender;
  };
  return module.prerender;
}

/** What brings a script, in the document of the build. */
const SCRIPTS = /\s*<(?:script type="module" [^>]*><\/script>|link rel="modulepreload" [^>]*>)/g;

/**
 * A document that also names the fonts and scripts of its first view. What the landing page shows is whole without any
 * script, so its scripts stand in a template until that is painted (`public/first.js`): styles and fonts come before them.
 */
function inOrder(
  page: keyof typeof PAGES,
  source: string,
  { scripts, fonts }: Readonly<Record<"scripts" | "fonts", readonly string[]>>,
): string {
  const isWhole = page === "landing";
  const later = [...(isWhole ? (source.match(SCRIPTS) ?? []).map((each) => each.trim()) : []), ...scripts];
  const rest = isWhole ? source.replaceAll(SCRIPTS, "") : source;
  const tags = isWhole ? [...fonts, `<template id="later">${later.join("")}</template>`] : [...later, ...fonts];
  return rest.replace("</head>", () => `  ${tags.join("\n    ")}\n  </head>`);
}

/**
 * Writes documents beside `index.html` for the two addresses where most visits start: `landing.<language>.html` and
 * `archive.<language>.html`. They have content before any script is loaded, and preload scripts and fonts that are otherwise
 * discovered step by step. The gateway serves the one of the visitor's language.
 * @param shared how modules are found, as for the page
 */
export function documents(shared: InlineConfig): Plugin {
  return {
    name: "satchel:documents",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const index = bundle["index.html"];
        if (index?.type !== "asset") return this.error("The documents were built before the page");
        const parts = partsIn(String(index.source));
        const fonts = Object.keys(bundle).filter(isLatinFont);
        const prerender = await loadPrerender(shared);
        for (const language of LANGUAGES) {
          const bodies = await prerender(language);
          for (const page of ["landing", "archive"] as const) {
            const { part, texts } = PAGES[page];
            const scripts = [part, ...texts.map((feature) => `${feature}/texts.${language}`)].flatMap(
              (name) => parts[name] ?? this.error(`The build has no part ${name}`),
            );
            const preloads = {
              // With the same request mode as `src/kit/parts/loadPart.ts`.
              scripts: [...new Set(scripts)].map(
                (path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`,
              ),
              fonts: fonts.map((path) => `<link rel="preload" as="font" crossorigin href="/${path}">`),
            };
            const source = inOrder(page, String(index.source), preloads)
              .replace('<html lang="en">', `<html lang="${language}" data-first="${page}">`)
              .replace(
                '<div id="root">',
                () => `<div id="first" class="first" inert>${bodies[page]}</div>\n    <div id="root">`,
              );
            this.emitFile({ type: "asset", fileName: `${page}.${language}.html`, source });
          }
        }
      },
    },
  };
}
