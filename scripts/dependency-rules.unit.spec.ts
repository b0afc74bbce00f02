import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "satchel-rules-"));
  await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the linter says of files in a tree laid out like this one. */
async function lint(files: Record<string, string>): Promise<{ ok: boolean; said: string }> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const oxlint = join(root, "node_modules/.bin/oxlint");
  const outcome = await new Promise<{ ok: boolean; said: string }>((resolve) =>
    execFile(oxlint, Object.keys(files), { cwd: folder }, (error, stdout) =>
      resolve({ ok: error === null, said: stdout }),
    ),
  );
  for (const name of Object.keys(files)) await rm(join(folder, name));
  return outcome;
}

const importing = (specifier: string): string => `import { thing } from "${specifier}";\nexport const other = thing;\n`;

describe("the dependency rules refuse", () => {
  test.each([
    ["a service that imports a service", "services/links/src/a.ts", "@satchel/folders"],
    ["a service that reaches into another one", "services/links/src/commands/a.ts", "../../../folders/src/service.ts"],
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
  ])("%s", async (_, file, specifier) => {
    const { ok, said } = await lint({ [file]: importing(specifier) });
    expect(said).toContain("no-restricted-imports");
    expect(ok).toBe(false);
  });

  test.each([
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
  ])("a service that %s", async (_, file, text) => {
    const { ok, said } = await lint({ [file]: `${text}\n` });
    expect(said).toContain("Only the fetcher of enrichment connects to the outside");
    expect(ok).toBe(false);
  });

  test.each([
    ["a type", 'import type { View } from "../links/view.ts";\nexport type A = View;'],
    ["a part that is loaded later", 'export const a = (): unknown => import("../links/view.ts");'],
  ])("a layer of the page that takes %s from above", async (_, text) => {
    const { ok, said } = await lint({ "web/src/folders/a.ts": `${text}\n` });
    expect(said).toContain("Layers of the page");
    expect(ok).toBe(false);
  });

  test("a cycle", async () => {
    const { ok, said } = await lint({
      "services/links/src/a.ts": 'import { b } from "./b.ts";\nexport const a = (): number => b();\n',
      "services/links/src/b.ts": 'import { a } from "./a.ts";\nexport const b = (): number => a();\n',
    });
    expect(said).toContain("no-cycle");
    expect(ok).toBe(false);
  });
});

describe("the dependency rules let through", () => {
  test.each([
    ["the fetcher", "services/enrichment/src/fetching/a.ts", 'export { connect } from "node:net";'],
    ["a server", "services/gateway/src/a.ts", 'export { createServer } from "node:http";'],
    ["a socket's type", "services/gateway/src/a.ts", 'export type { Socket } from "node:net";'],
    ["a test", "services/gateway/src/a.int.spec.ts", "export const a = fetch('http://localhost');"],
  ])("%s that has to do with the network", async (_, file, text) => {
    const { ok, said } = await lint({ [file]: `${text}\n` });
    expect({ ok, said: ok ? "" : said }).toEqual({ ok: true, said: "" });
  });

  test.each([
    ["a domain on the contracts", "services/links/src/domain/a.ts", "@satchel/contracts"],
    [
      "a part of a domain on the guess of charsets",
      "services/mail-ingest/src/domain/message/a.ts",
      "@satchel/chassis/charset",
    ],
    ["a part of a domain on another part", "services/mail-ingest/src/domain/message/a.ts", "../extraction/b.ts"],
    ["a service on the chassis", "services/links/src/a.ts", "@satchel/chassis"],
    ["an extension on the contracts", "extension/src/a.ts", "@satchel/contracts"],
    ["links on folders", "web/src/links/a.ts", "../folders/tree.ts"],
    ["a feature on links", "web/src/features/tags/a.ts", "../../links/view.ts"],
    ["a part of a feature on the rest of it", "web/src/features/landing/reset-password/a.ts", "../CodeForm.tsx"],
    ["the app on features", "web/src/app/shell/a.ts", "../../features/search/SearchBox.tsx"],
    ["a test on its service's helpers", "services/links/src/policies/a.int.spec.ts", "../../test/links.ts"],
    ["a test on another's helpers", "services/standalone/src/a.int.spec.ts", "@satchel/identity/test/passkeys"],
    ["a gateway on queries", "services/gateway/src/a.ts", "@satchel/links/queries"],
  ])("%s", async (_, file, specifier) => {
    const { ok, said } = await lint({ [file]: importing(specifier) });
    expect({ ok, said: ok ? "" : said }).toEqual({ ok: true, said: "" });
  });
});

test("one library reads mails, one knows the top-level domains and one guesses charsets, once in all of the product", async () => {
  const services = await readdir(join(root, "services"));
  const used = await Promise.all(
    [...services.map((name) => `services/${name}`), "contracts", "web", "extension"].map(async (workspace) => {
      const { dependencies = {} } = JSON.parse(await readFile(join(root, workspace, "package.json"), "utf8")) as {
        dependencies?: Record<string, string>;
      };
      return Object.keys(dependencies);
    }),
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
