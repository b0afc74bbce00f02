import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { type Language, LANGUAGES } from "../src/app/i18n/language.ts";
import type { FirstPage, FirstSight } from "../src/first/prerender.tsx";
import { firstModules, initialScripts, PAGES, type Script } from "./budget.ts";
import { firstFonts } from "./fonts.ts";

const WEB = join(import.meta.dirname, "..");
const ENTRY = join(WEB, "src/first/prerender.tsx");

/** The script that runs before the first paint, as `index.html` names it. */
const FIRST_SCRIPT = '<script src="/first.js"></script>';

type FirstSights = (language: Language) => Promise<Record<FirstPage, FirstSight>>;

/** Builds what renders the documents for this process, and loads it. */
async function loadFirstSights(shared: InlineConfig): Promise<FirstSights> {
  const folder = join(WEB, ".cache/prerender");
  await build({
    ...shared,
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: { ssr: ENTRY, outDir: folder, emptyOutDir: true },
    ssr: { noExternal: ["@satchel/contracts", "react-i18next", "typebox"], resolve: shared.resolve ?? {} },
  });
  const { firstSights } = (await import(`${pathToFileURL(join(folder, "prerender.js")).href}?${Date.now()}`)) as {
    firstSights: FirstSights;
  };
  return firstSights;
}

/**
 * Lays documents beside `index.html` for the two addresses that most visits begin with: `landing.<language>.html` and
 * `archive.<language>.html`. They show something before any script has come, and name at once what `index.html` leaves to
 * be found out step by step: scripts, styles, fonts, and the answers of the API. The gateway chooses among them.
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
        const firstSights = await loadFirstSights(shared);
        for (const language of LANGUAGES) {
          const sights = await firstSights(language);
          for (const page of Object.keys(PAGES) as FirstPage[]) {
            const source = documentOf(String(index.source), { page, language, sight: sights[page], bundle });
            this.emitFile({ type: "asset", fileName: `${page}.${language}.html`, source });
          }
        }
      },
    },
  };
}

interface Made {
  readonly page: FirstPage;
  readonly language: Language;
  readonly sight: FirstSight;
  readonly bundle: Rolldown.OutputBundle;
}

/** The document of a page, made of `index.html`. */
function documentOf(index: string, { page, language, sight, bundle }: Made): string {
  const files = Object.values(bundle);
  const scripts: Record<string, Script> = {};
  for (const file of files) if (file.type === "chunk") scripts[file.fileName] = file;
  const needed = initialScripts(scripts, firstModules(page, language));
  const styles = needed.flatMap((name) => {
    const file = bundle[name];
    return file?.type === "chunk" ? [...(file.viteMetadata?.importedCss ?? [])] : [];
  });
  const fonts = firstFonts(files.map(({ fileName }) => fileName));
  // In the order in which they are wanted: a browser asks for six things at once where the server speaks HTTP/1.1.
  const tags = [
    ...needed.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...sight.answers.map((path) => preload(path.slice(1), "fetch")),
    ...fonts.map((fileName) => preload(fileName, "font")),
  ].filter((tag) => !index.includes(pathIn(tag)));
  const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  // Nothing is painted without the styles, so they come before all scripts but the one that runs before the first paint.
  return links
    .reduce((html, link) => html.replace(link, ""), index)
    .replace(FIRST_SCRIPT, () => [FIRST_SCRIPT, ...new Set(links)].join("\n    "))
    .replace('<html lang="en">', `<html lang="${language}" data-first="${page}">`)
    .replace("</head>", () => `  ${[...new Set(tags)].join("\n    ")}\n  </head>`)
    .replace('<div id="root">', () => `<div id="first" class="first" inert>${sight.body}</div>\n    <div id="root">`);
}

/** The path that a tag names, in its quotes. */
const pathIn = (tag: string): string => tag.slice(tag.indexOf('href="') + "href=".length, -1);

const preload = (file: string, as: "font" | "fetch"): string =>
  `<link rel="preload" as="${as}" crossorigin href="/${file.replaceAll("&", "&amp;")}">`;
