import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
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
    ["a service that imports another's queries", "services/folders/src/a.ts", "@satchel/links/queries"],
    ["a domain that reads files", "services/links/src/domain/a.ts", "node:fs"],
    ["a domain that knows the database", "services/folders/src/domain/a.ts", "kysely"],
    ["a domain that knows the chassis", "services/identity/src/domain/a.ts", "@satchel/chassis"],
    ["a domain that reaches out of itself", "services/identity/src/domain/a.ts", "../service.ts"],
    ["a chassis that knows a service", "services/chassis/src/a.ts", "@satchel/links"],
    ["contracts that stand on something", "contracts/src/a.ts", "node:crypto"],
    ["a gateway that imports more of a service than its queries", "services/gateway/src/a.ts", "@satchel/identity"],
    ["a page that knows the server", "web/src/a.ts", "@satchel/chassis"],
  ])("%s", async (_, file, specifier) => {
    const { ok, said } = await lint({ [file]: importing(specifier) });
    expect(said).toContain("no-restricted-imports");
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
    ["a domain on the contracts", "services/links/src/domain/a.ts", "@satchel/contracts"],
    ["a service on the chassis", "services/links/src/a.ts", "@satchel/chassis"],
    ["a gateway on queries", "services/gateway/src/a.ts", "@satchel/links/queries"],
  ])("%s", async (_, file, specifier) => {
    const { ok, said } = await lint({ [file]: importing(specifier) });
    expect({ ok, said: ok ? "" : said }).toEqual({ ok: true, said: "" });
  });
});
