import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const ENTRY = join(import.meta.dirname, "../src/worker/sw.ts");

/** Whether a file is a font with Latin script, which nearly all texts need. */
export const isLatinFont = (file: string): boolean => /-latin-(?:opsz|wght)-[^/]*\.woff2$/.test(file);

/**
 * Whether a file is cached when the page is installed: all files, except fonts for other scripts than Latin, and except the
 * documents for single addresses. Other files are cached when they are first requested.
 */
function isNeededOffline(path: string): boolean {
  if (path.endsWith(".html")) return path === "/index.html";
  return !path.endsWith(".woff2") || isLatinFont(path);
}

const contentOf = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array =>
  file.type === "chunk" ? file.code : file.source;

/**
 * Builds the service worker as one file, `/sw.js`, with the list of the page's files and a version that changes with any of
 * them.
 */
export function serviceWorker(): Plugin {
  let publicDir = "";
  return {
    name: "satchel:service-worker",
    apply: "build",
    enforce: "post",
    configResolved: (config) => {
      ({ publicDir } = config);
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const file of Object.values(bundle)) files.set(`/${file.fileName}`, contentOf(file));
        for (const entry of readdirSync(publicDir, { recursive: true, withFileTypes: true })) {
          const path = join(entry.parentPath, entry.name);
          if (entry.isFile()) files.set(path.slice(publicDir.length), readFileSync(path));
        }
        const paths = [...files.keys()].filter(isNeededOffline).sort();
        if (!paths.includes("/index.html")) this.error("The service worker was built before the page");
        const hash = createHash("sha256");
        for (const path of paths) hash.update(`${path}\0`).update(files.get(path) ?? "");

        const built = await build({
          configFile: false,
          publicDir: false,
          logLevel: "warn",
          define: {
            PAGE_FILES: JSON.stringify(paths),
            PAGE_VERSION: JSON.stringify(hash.digest("hex").slice(0, 12)),
          },
          build: {
            write: false,
            rolldownOptions: { input: ENTRY, output: { format: "iife", entryFileNames: "sw.js" } },
          },
        });
        for (const { output } of [built].flat() as Rolldown.RolldownOutput[]) {
          for (const file of output) {
            this.emitFile({ type: "asset", fileName: file.fileName, source: contentOf(file) });
          }
        }
      },
    },
  };
}
