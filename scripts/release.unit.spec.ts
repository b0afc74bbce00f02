import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "@satchel/contracts";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, Entry>;
};
const own = Object.entries(packages).filter(([path]) => !path.includes("node_modules/"));
const others = Object.entries(packages).filter(
  ([path, entry]) => path.includes("node_modules/") && entry.link !== true,
);

/** Licences that let a program under the MIT licence be given on with them (SPDX identifiers). */
const COMPATIBLE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
]);
/** Packages whose licence their metadata doesn't name; each was read in the package itself. */
const READ: Readonly<Record<string, string>> = { buildcheck: "MIT", "cpu-features": "MIT", ssh2: "MIT" };

/**
 * libvips is delivered as a shared library that anybody can replace, in packages of its own, as it was published. That is
 * what its licence asks for (LGPL-3.0, section 4d1; decision 26); no other package is taken under it.
 */
const isSharedLibrary = (name: string, licence: string): boolean =>
  name.startsWith("@img/sharp-") && licence === "LGPL-3.0-or-later";

/** The MPL asks for the source of its own files alone, which are unchanged and in the registry of npm (decision 94). */
const isUnchanged = (name: string, licence: string): boolean => name === "web-push" && licence === "MPL-2.0";

/** @param licence an SPDX expression without AND within OR */
const isCompatible = (licence: string, name = ""): boolean =>
  licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) =>
      choice
        .split(" AND ")
        .every((each) => COMPATIBLE.has(each) || isSharedLibrary(name, each) || isUnchanged(name, each)),
    );

describe("a release", () => {
  test("all packages and the contracts have the version of the whole", () => {
    expect(own.length).toBeGreaterThan(10);
    for (const [path, { version }] of own) {
      const file = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")) as Entry;
      expect({ path, version: file.version, locked: version }).toEqual({ path, version: VERSION, locked: VERSION });
    }
  });

  test("the changelog says what came with this version", () => {
    expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toMatch(
      new RegExp(`^## ${VERSION.replaceAll(".", "\\.")}( |$)`, "m"),
    );
  });

  test("everything that is delivered with it may be, under its licence", () => {
    const delivered = others.filter(([, { dev }]) => dev !== true);
    expect(delivered.length).toBeGreaterThan(300);
    const refused = delivered.flatMap(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const licence = license ?? READ[name] ?? "unknown";
      return isCompatible(licence, name) ? [] : [`${name}: ${licence}`];
    });
    expect(refused).toEqual([]);
  });

  test.each(["GPL-3.0-only", "unknown", "AGPL-3.0-or-later OR SSPL-1.0", "MPL-2.0"])("%s is refused", (licence) => {
    expect(isCompatible(licence)).toBe(false);
  });

  test("libvips may come under the LGPL, for it is a shared library, and nothing else may", () => {
    expect(isCompatible("LGPL-3.0-or-later", "@img/sharp-libvips-linux-x64")).toBe(true);
    expect(isCompatible("Apache-2.0 AND LGPL-3.0-or-later", "@img/sharp-win32-x64")).toBe(true);
    expect(isCompatible("Apache-2.0 AND GPL-3.0-only", "@img/sharp-win32-x64")).toBe(false);
    expect(isCompatible("LGPL-3.0-or-later", "image-reader")).toBe(false);
  });

  test("web-push may come under the MPL, for it is used as it is published, and nothing else may", () => {
    expect(isCompatible("MPL-2.0", "web-push")).toBe(true);
    expect(isCompatible("MPL-2.0", "push-web")).toBe(false);
  });
});
