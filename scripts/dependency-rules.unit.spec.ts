import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What is linted, by its path in a tree that is laid out like this one. */
const files = new Map<string, string>();
/** What the linter says, for each file in which it found an error. */
const said = new Map<string, string>();

/** Has a file linted, in one run with all others: a start of the linter takes longer than all of them. @returns its path */
function linted(path: string, text: string): string {
  const own = path.replace(/\/a(?=\.)/, `/a${files.size}`);
  files.set(own, `${text}\n`);
  return own;
}

interface Diagnostic {
  readonly filename: string;
  readonly severity: string;
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "satchel-rules-"));
  await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const oxlint = join(root, "node_modules/.bin/oxlint");
  const output = await new Promise<string>((resolve) =>
    execFile(oxlint, ["--format=json", ...files.keys()], { cwd: folder, maxBuffer: 2 ** 24 }, (_, stdout) =>
      resolve(stdout),
    ),
  );
  await rm(folder, { recursive: true, force: true });
  const { diagnostics, number_of_files } = JSON.parse(output) as {
    diagnostics: readonly Diagnostic[];
    number_of_files: number;
  };
  expect(number_of_files).toBe(files.size);
  for (const each of diagnostics.filter(({ severity }) => severity === "error")) {
    said.set(each.filename, `${said.get(each.filename) ?? ""}${JSON.stringify(each)}\n`);
  }
});

const importing = (specifier: string): string => `import { thing } from "${specifier}";\nexport const other = thing;`;

type Case = readonly [what: string, path: string, code: string];

/** Files of which each imports something. */
const imports = (...cases: readonly Case[]) =>
  cases.map(([what, path, specifier]) => [what, linted(path, importing(specifier))] as const);

/** Files of which each holds some code. */
const codes = (...cases: readonly Case[]) => cases.map(([what, path, code]) => [what, linted(path, code)] as const);

describe("the dependency rules refuse", () => {
  test.each(
    imports(
      ["a service that imports a service", "services/links/src/a.ts", "@satchel/folders"],
      [
        "a service that reaches into another one",
        "services/links/src/commands/a.ts",
        "../../../folders/src/service.ts",
      ],
      ["a gateway that reaches into a service", "services/gateway/src/a.ts", "../../links/src/queries/index.ts"],
      ["a backup that knows a service", "services/backup/src/a.ts", "@satchel/links"],
      ["a service that knows of backups", "services/links/src/a.ts", "@satchel/backup"],
      ["a service that imports another's queries", "services/folders/src/a.ts", "@satchel/links/queries"],
      ["a search that imports links", "services/search/src/a.ts", "@satchel/links/queries"],
      ["a domain that reads files", "services/links/src/domain/a.ts", "node:fs"],
      ["a domain that knows the database", "services/folders/src/domain/a.ts", "kysely"],
      ["a domain that knows the chassis", "services/identity/src/domain/a.ts", "@satchel/chassis"],
      ["a domain that reaches out of itself", "services/identity/src/domain/a.ts", "../service.ts"],
      ["a part of a domain that does", "services/mail-ingest/src/domain/message/a.ts", "../../limits.ts"],
      ["a part of a domain that reads files", "services/mail-ingest/src/domain/message/a.ts", "node:fs"],
      ["a chassis that knows a service", "services/chassis/src/a.ts", "@satchel/links"],
      ["contracts that stand on something", "contracts/src/a.ts", "node:crypto"],
      ["a gateway that imports more of a service than its queries", "services/gateway/src/a.ts", "@satchel/identity"],
      ["a page that knows the server", "web/src/a.ts", "@satchel/chassis"],
      ["a part of the kit that knows the session", "web/src/kit/transport/a.ts", "../../session/flags.ts"],
      ["a session that knows links", "web/src/session/a.ts", "../links/view.ts"],
      ["folders that know links", "web/src/folders/a.ts", "../links/view.ts"],
      ["links that know a feature", "web/src/links/selection/a.ts", "../../features/detail/a.ts"],
      ["a feature that knows another", "web/src/features/tags/a.ts", "../search/a.ts"],
      ["a part of a feature that does", "web/src/features/landing/reset-password/a.ts", "../../account/a.ts"],
      ["a feature that knows the app", "web/src/features/tags/a.ts", "../../app/pages.ts"],
      ["a test that reaches into another service", "services/links/src/a.int.spec.ts", "../../folders/src/service.ts"],
      ["a test that reaches far into one", "services/links/src/policies/a.unit.spec.ts", "../../../folders/test/a.ts"],
      ["a test's helper that does", "services/standalone/test/a.ts", "../../mail-ingest/src/config.ts"],
      ["a test that reaches into testing", "services/links/src/a.int.spec.ts", "../../../testing/src/random.ts"],
      ["an extension that knows the server", "extension/src/a.ts", "@satchel/gateway"],
      ["an extension that takes parts of the page", "extension/src/a.ts", "../../web/src/features/add/urls.ts"],
      ["an extension that is no browser's", "extension/src/a.ts", "node:fs"],
      ["a command line that knows the server", "cli/src/commands/a.ts", "@satchel/links"],
      ["a client that knows the server", "client/src/a.ts", "@satchel/chassis"],
      ["a client that is no browser's", "client/src/a.ts", "node:http"],
    ),
  )("%s", (_, file) => {
    expect(said.get(file)).toContain("no-restricted-imports");
  });

  test.each(
    codes(
      ["asks by fetch", "services/links/src/a.ts", "export const a = fetch('https://a.example');"],
      ["asks by fetch in another way", "services/links/src/a.ts", "export const a = globalThis.fetch;"],
      ["opens a web socket", "services/gateway/src/a.ts", "export const a = new WebSocket('wss://a.example');"],
      ["uses an HTTP client", "services/enrichment/src/describing/a.ts", 'export { request } from "undici";'],
      ["loads one later", "services/identity/src/a.ts", 'export const a = (): unknown => import("undici");'],
      ["asks by node:http", "services/folders/src/a.ts", 'export { request } from "node:http";'],
      ["asks by https without its prefix", "services/chassis/src/a.ts", 'export { get } from "https";'],
      ["takes all of node:http2", "services/mail-ingest/src/a.ts", 'export * as a from "node:http2";'],
      ["opens a connection", "services/standalone/src/a.ts", 'export { connect } from "node:net";'],
      ["makes a socket", "services/embedded/src/a.ts", 'export { Socket } from "node:net";'],
      ["opens a secure connection", "services/gateway/src/a.ts", 'export { connect } from "node:tls";'],
      ["sends datagrams", "services/links/src/a.ts", 'export { createSocket } from "node:dgram";'],
    ),
  )("a service that %s", (_, file) => {
    expect(said.get(file)).toContain("Only the fetcher of enrichment connects to the outside");
  });

  test.each(
    codes(
      ["a type", "web/src/folders/a.ts", 'import type { View } from "../links/view.ts";\nexport type A = View;'],
      [
        "a part that is loaded later",
        "web/src/folders/a.ts",
        'export const a = (): unknown => import("../links/view.ts");',
      ],
    ),
  )("a layer of the page that takes %s from above", (_, file) => {
    expect(said.get(file)).toContain("Layers of the page");
  });

  const cycle = [
    linted("services/links/src/b.ts", 'import { c } from "./c.ts";\nexport const b = (): number => c();'),
    linted("services/links/src/c.ts", 'import { b } from "./b.ts";\nexport const c = (): number => b();'),
  ];
  test("a cycle", () => {
    expect(cycle.map((file) => said.get(file) ?? "").join("")).toContain("no-cycle");
  });
});

describe("the dependency rules let through", () => {
  test.each(
    codes(
      ["the fetcher", "services/enrichment/src/fetching/a.ts", 'export { connect } from "node:net";'],
      ["a server", "services/gateway/src/a.ts", 'export { createServer } from "node:http";'],
      ["a socket's type", "services/gateway/src/a.ts", 'export type { Socket } from "node:net";'],
      ["a test", "services/gateway/src/a.int.spec.ts", "export const a = fetch('http://localhost');"],
    ),
  )("%s that has to do with the network", (_, file) => {
    expect(said.get(file)).toBeUndefined();
  });

  test.each(
    imports(
      ["a domain on the contracts", "services/links/src/domain/a.ts", "@satchel/contracts"],
      [
        "a part of a domain on the guess of charsets",
        "services/mail-ingest/src/domain/message/a.ts",
        "@satchel/chassis/charset",
      ],
      ["a part of a domain on another part", "services/mail-ingest/src/domain/message/a.ts", "../extraction/b.ts"],
      ["a service on the chassis", "services/links/src/a.ts", "@satchel/chassis"],
      ["an extension on the contracts", "extension/src/a.ts", "@satchel/contracts"],
      ["a command line on the client", "cli/src/commands/a.ts", "@satchel/client"],
      ["links on folders", "web/src/links/a.ts", "../folders/tree.ts"],
      ["a feature on links", "web/src/features/tags/a.ts", "../../links/view.ts"],
      ["a part of a feature on the rest of it", "web/src/features/landing/reset-password/a.ts", "../CodeForm.tsx"],
      ["the app on features", "web/src/app/shell/a.ts", "../../features/search/SearchBox.tsx"],
      ["a test on its service's helpers", "services/links/src/policies/a.int.spec.ts", "../../test/links.ts"],
      ["a test on another's helpers", "services/standalone/src/a.int.spec.ts", "@satchel/identity/test/passkeys.ts"],
      ["a gateway on queries", "services/gateway/src/a.ts", "@satchel/links/queries"],
    ),
  )("%s", (_, file) => {
    expect(said.get(file)).toBeUndefined();
  });
});

test("one library reads mails, one knows the top-level domains and one guesses charsets, once in all of the product", async () => {
  const services = await readdir(join(root, "services"));
  const used = await Promise.all(
    [...services.map((name) => `services/${name}`), "contracts", "client", "cli", "web", "extension"].map(
      async (workspace) => {
        const { dependencies = {} } = JSON.parse(await readFile(join(root, workspace, "package.json"), "utf8")) as {
          dependencies?: Record<string, string>;
        };
        return Object.keys(dependencies);
      },
    ),
  );
  const libraries = ["mailparser", "postal-mime", "libmime", "tlds", "tldts", "psl", "chardet", "jschardet"];
  expect(libraries.filter((name) => used.flat().includes(name))).toEqual(["libmime", "tldts", "chardet"]);
  expect(used.flat().filter((name) => name === "chardet")).toHaveLength(1);
});

// Services that keep to it; the others follow.
test.each(["mail-ingest"])(
  "at the root of %s are its start, its settings and its limits, and nothing else",
  async (name) => {
    const entries = await readdir(join(root, "services", name, "src"), { withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".spec.ts"))
      .map((entry) => entry.name);
    expect(files.toSorted()).toEqual(["config.ts", "index.ts", "limits.ts", "main.ts", "service.ts"]);
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(folders).toEqual(expect.arrayContaining(["commands", "domain", "policies", "projection", "queries"]));
  },
);
