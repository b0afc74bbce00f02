import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
/** The router without its warnings to developers. Its package names no way to it but from the other, by `require`. */
const ROUTER = join(dirname(require.resolve("react-router")), "../production/index.mjs");
const ICONS = join(dirname(require.resolve("lucide-react")), "../esm/lucide-react.mjs");

/**
 * A module whose unused components can be left out: without the names that React's developer tools show, and with the word
 * that making a component does nothing else.
 */
export const withLooseComponents = (code: string): string =>
  code
    .replace(/^\w+\.displayName = .*;$/gm, "")
    .replace(/^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm, "$1/* @__PURE__ */ ");

/** The file of each icon by the names it has, as the module that exports all of them says. */
export function iconFiles(exporting: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of exporting.matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return files;
}

/** A module that takes each icon from the file it is in, so that what needs an icon is known of each one. */
export function withDirectIcons(code: string, files: ReadonlyMap<string, string>, folder: string): string {
  return code.replace(/import\s*\{([^}]*)\}\s*from\s*"lucide-react";?/g, (statement, names: string) => {
    const taken = names.split(",").map((name) => name.trim().split(/\s+as\s+/));
    const imports = taken.flatMap(([name = "", local = name]) => {
      const file = files.get(name);
      return file === undefined ? [] : [`import ${local} from ${JSON.stringify(join(folder, file))};`];
    });
    const hasAll = imports.length === taken.filter(([name]) => name !== "").length;
    return hasAll ? imports.join("") : statement;
  });
}

/** An icon whose parts have no keys: they never change places, and each key is of letters that do not pack. */
export const withoutKeys = (code: string): string => code.replace(/,\s*key: "\w+"/g, "");

/**
 * Lets the bundler leave out what the page does not use of two libraries: of the router, what it has for data and forms, some
 * 5 kB (gzip) of every first visit; and icons that only later parts show.
 */
export function leanLibraries(): Plugin[] {
  const files = iconFiles(readFileSync(ICONS, "utf8"));
  return [
    {
      name: "satchel:lean-router",
      apply: "build",
      enforce: "pre",
      resolveId: { filter: { id: /^react-router$/ }, handler: () => ROUTER },
      transform: { filter: { id: /\/react-router\/dist\// }, handler: (code) => withLooseComponents(code) },
    },
    {
      name: "satchel:direct-icons",
      apply: "build",
      transform: {
        filter: { id: /\/web\/src\/.*\.tsx?$/, code: "lucide-react" },
        handler: (code) => withDirectIcons(code, files, dirname(ICONS)),
      },
    },
    {
      name: "satchel:icons-without-keys",
      apply: "build",
      transform: { filter: { id: /\/lucide-react\/dist\/esm\/icons\// }, handler: (code) => withoutKeys(code) },
    },
  ];
}
