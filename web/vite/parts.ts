import { basename, dirname } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The name of a module for `loadPart`: folder and name. */
const nameOf = (module: string): string => `${basename(dirname(module))}/${basename(module).replace(/\.tsx?$/, "")}`;

/** A script and all its static imports. */
function needed(bundle: Rolldown.OutputBundle, fileName: string, found = new Set<string>()): Set<string> {
  const file = bundle[fileName];
  if (file?.type !== "chunk" || found.has(fileName)) return found;
  found.add(fileName);
  for (const imported of file.imports) needed(bundle, imported, found);
  return found;
}

/**
 * The paths of the scripts of each part that is loaded later, by the part's name.
 * @param modules ids of those that an `import()` loads
 */
function partsOf(bundle: Rolldown.OutputBundle, modules: ReadonlySet<string>): Record<string, string[]> {
  const scripts = Object.values(bundle).filter((file) => file.type === "chunk");
  const first = new Set(
    scripts.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...needed(bundle, fileName)]),
  );
  const parts: Record<string, string[]> = {};
  for (const { fileName, moduleIds } of scripts) {
    const later = [...needed(bundle, fileName)].filter((each) => !first.has(each)).map((each) => `/${each}`);
    for (const module of moduleIds.filter((id) => modules.has(id))) parts[nameOf(module)] = later;
  }
  return parts;
}

const PARTS = '<script type="application/json" id="parts">';

/** Reads the parts from a document of {@link parts}. */
export const partsIn = (html: string): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(html.split(PARTS)[1]?.split("</script>")[0] ?? "{}") as Record<string, string[]>;

/** Writes the files of the page's parts into its document, for `src/kit/parts/loadPart.ts`. */
export function parts(): Plugin {
  const modules = new Set<string>();
  return {
    name: "satchel:parts",
    apply: "build",
    moduleParsed: ({ dynamicallyImportedIds }) => dynamicallyImportedIds.forEach((id) => modules.add(id)),
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        html.replace("</body>", `${PARTS}${JSON.stringify(partsOf(bundle, modules))}</script>\n  </body>`),
    },
  };
}
