// Puts the modules of a program into one file: reading some thousand small ones takes most of the time of a start.
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { build } from "esbuild";

/**
 * Packages of hundreds of small modules, and those that only a module which is loaded later needs: an import of a package
 * that is not bundled runs with the program, whatever module it is in. The others are loaded from where they are installed.
 */
const BUNDLED = [
  "@fastify",
  "@nats-io",
  "@opentelemetry/api",
  "@peculiar",
  "@satchel",
  "@simplewebauthn/server",
  "ajv",
  "ajv-formats",
  "asn1js",
  "avvio",
  "domelementtype",
  "domhandler",
  "domutils",
  "dom-serializer",
  "entities",
  "fflate",
  "chardet",
  "fast-json-stringify",
  "fastify",
  "encoding-japanese",
  "find-my-way",
  "htmlparser2",
  "jose",
  "kysely",
  "libmime",
  "oauth4webapi",
  "openid-client",
  "parse5",
  "pg",
  "pg-pool",
  "pg-protocol",
  "prom-client",
  "pvtsutils",
  "pvutils",
  "reflect-metadata",
  "semver",
  "tslib",
  "tsyringe",
  "typebox",
  "undici",
  "yaml",
];

// CommonJS modules call `require`; our modules use their own location.
const BANNER = `import { createRequire as createRequire_ } from "node:module";
import { fileURLToPath as fileURLToPath_ } from "node:url";
const require = createRequire_(import.meta.url);
const urlOf_ = (file) => new URL(file, import.meta.url).href;`;

/** Packages among these that look for files next to themselves. */
const WITH_FILES = ["@fastify/swagger-ui"];

const isOf = (names, path) => names.some((name) => path === name || path.startsWith(`${name}/`));
const isBundled = (path) => isOf(BUNDLED, path) && !isOf(WITH_FILES, path);

/** Packages that are not in {@link BUNDLED} stay imports. */
const packages = {
  name: "packages",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || isBundled(path) || path.startsWith("node:") ? undefined : { path, external: true },
    );
  },
};

/** Characters beyond Latin-1, which V8 keeps in one octet each. */
const WIDE = /[^\0-\xff]/g;

/**
 * Writes such characters as escapes, which mean the same in strings, patterns and the sources of patterns. A single one of
 * them makes V8 keep two octets for each character of the file, as long as the program runs: 4 MB for that of `npm start`.
 */
const narrow = (text) => text.replace(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Gives our modules the location of their compiled files, because they look for files next to themselves. */
const modules = (from) => ({
  name: "modules",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/][^:]+\.ts$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined;
      const compiled = path.replace(`${sep}src${sep}`, `${sep}dist${sep}`).replace(/\.ts$/, ".js");
      const place = JSON.stringify(relative(from, compiled).split(sep).join("/"));
      const contents = narrow(await readFile(path, "utf8"))
        .replaceAll("import.meta.url", `urlOf_(${place})`)
        .replaceAll("import.meta.dirname", `fileURLToPath_(urlOf_(${place} + "/.."))`);
      return { contents, loader: "ts" };
    });
  },
});

/**
 * Bundles a program of a service.
 * @param {string} source its TypeScript
 * @param {string} outfile below the checkout, so that packages which are not bundled are found from there
 * @throws when a bundled package brings characters beyond Latin-1
 */
export async function bundle(source, outfile) {
  await build({
    entryPoints: [source],
    outfile,
    allowOverwrite: true,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["@satchel/source"],
    minifyWhitespace: true,
    sourcemap: true,
    logLevel: "warning",
    banner: { js: BANNER },
    plugins: [packages, modules(dirname(resolve(outfile)))],
  });
  const [wide] = (await readFile(outfile, "utf8")).match(/.{0,40}[^\0-\xff].{0,40}/) ?? [];
  if (wide !== undefined) throw new Error(`${outfile} has a character beyond Latin-1: ${wide}`);
}
