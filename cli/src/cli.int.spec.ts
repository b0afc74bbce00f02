import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ApiToken, Link } from "@satchel/contracts";
import { atEnd, eventually, spawnProgram, tempDir } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "@satchel/standalone/test/instance.ts";
import { sharedInstance, startSharedSite } from "@satchel/standalone/test/shared-instance.ts";

const MAIN = new URL("./main.ts", import.meta.url);
const { url: server, dataDir } = await sharedInstance();

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A user with a home folder of their own. */
interface User {
  readonly home: string;
  readonly client: Client;
  readonly token: string;
  run(args: readonly string[], input?: string): Promise<Result>;
}

const envOf = (home: string): Record<string, string> => ({
  HOME: home,
  XDG_CONFIG_HOME: join(home, "config"),
  XDG_STATE_HOME: join(home, "state"),
  SATCHEL_SERVER: "",
  SATCHEL_TOKEN: "",
});

async function run(
  home: string,
  args: readonly string[],
  input = "",
  env: Record<string, string> = {},
): Promise<Result> {
  const program = await spawnProgram(MAIN, { args, input, env: { ...envOf(home), ...env } });
  const { code } = await program.exited;
  return { code, out: program.stdout.join("\n"), err: program.stderr.join("\n") };
}

const tokenOf = async (client: Client, scopes: readonly string[]): Promise<string> =>
  (await client.json<ApiToken & { token: string }>("POST", "/api/users/me/tokens", { name: "cli", scopes })).token;

let users = 0;
async function newUser({ scopes = ["read", "add", "change"] } = {}): Promise<User> {
  const client = await signIn({ url: server, dataDir }, `cli-${++users}@post.example`);
  const home = await tempDir();
  const token = await tokenOf(client, scopes);
  expect(await run(home, ["login", server], token)).toMatchObject({ code: 0, out: `Logged in to ${server}.` });
  return { home, client, token, run: (args, input) => run(home, args, input) };
}

const linksOf = ({ client }: User): Promise<Link[]> => client.json("GET", "/api/links/?size=100");
const urlsOf = async (user: User): Promise<string[]> => (await linksOf(user)).map(({ url }) => url);

let anna: User;
beforeAll(async () => {
  anna = await newUser();
});

describe("logging in", () => {
  test("stores the token where nobody else on the machine can read it, and shows it nowhere", async () => {
    const file = join(anna.home, "config/satchel/login.json");

    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ server, token: anna.token });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { out, err } = await run(await tempDir(), ["login", server], anna.token);
    expect(out + err).not.toContain(anna.token);
  });

  test("refuses what is no token, and one that the server does not know, and stores neither", async () => {
    const home = await tempDir();

    expect(await run(home, ["login", server], "eyJhbGciOi")).toMatchObject({ code: 2 });
    const wrong = await run(home, ["login", server], `satchel_${"A".repeat(86)}`);
    expect(wrong).toMatchObject({ code: 3, err: expect.stringContaining("does not know this token") as string });
    expect(await run(home, ["search"])).toMatchObject({
      code: 3,
      err: expect.stringContaining("satchel login") as string,
    });
  });

  test("by the environment goes before the stored login, whose token is sent to its own server alone", async () => {
    const heard: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    atEnd(() => void other.close());
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

    expect((await run(anna.home, ["search"], "", { SATCHEL_SERVER: elsewhere })).code).toBe(3);
    expect(heard).toEqual([]);
    await run(anna.home, ["search"], "", { SATCHEL_SERVER: elsewhere, SATCHEL_TOKEN: "satchel_other" });
    expect(heard).toEqual(["Bearer satchel_other"]);
  });

  test("warns of an address to which a token would go unencrypted", async () => {
    const { err } = await run(await tempDir(), ["login", "http://satchel.invalid", "--no-browser"], "none");

    expect(err).toContain("not encrypted");
  });

  test("ends with the logout", async () => {
    const user = await newUser();

    expect((await user.run(["logout"])).code).toBe(0);
    expect((await user.run(["search"])).code).toBe(3);
  });
});

describe("saving", () => {
  test("keeps a link with folder, tags, title and note, and says when it was there already", async () => {
    const user = await newUser();
    await user.client.json("POST", "/api/folders/", { name: "Reading" });
    const args = ["save", "https://example.org/rye", "--folder", "reading", "--tags", "bread,#oven", "--title", "Rye"];

    const first = await user.run([...args, "--note", "Try it", "--json"]);
    const second = await user.run(args);

    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({
      title: "Rye",
      notes: "Try it",
      tags: ["bread", "oven"],
      saved_by: "token",
    });
    expect((JSON.parse(first.out) as Link).folder_id).not.toBeNull();
    expect(second).toMatchObject({ code: 0, out: expect.stringMatching(/^Was there already: Rye/) as string });
  });

  test("takes addresses from a pipe, names those that are none, and saves the others", async () => {
    const user = await newUser();

    const { code, err } = await user.run(["save"], "https://example.org/1\nnot an address\n\nhttps://example.org/2\n");

    expect(code).toBe(1);
    expect(err).toContain("not an address");
    expect((await urlsOf(user)).toSorted()).toEqual(["https://example.org/1", "https://example.org/2"]);
  });

  test("keeps a file of this machine with title and tags, names one that is refused, and reads none that a list names", async () => {
    const user = await newUser();
    const file = join(user.home, "plan.md");
    const other = join(user.home, "letter.docx");
    await writeFile(file, "# The plan");
    await writeFile(other, "PK");

    const { code, out, err } = await user.run(["save", other, file, "--title", "Mine", "--tags", "later", "--json"]);
    expect([code, err]).toEqual([1, expect.stringContaining("Files of this kind are not kept.")]);
    expect(JSON.parse(out)).toMatchObject({ title: "Mine", tags: ["later"], saved_by: "token" });

    expect((await user.run(["save"], `${file}\n`)).code).toBe(1);
    expect(await urlsOf(user)).toEqual([expect.stringMatching(/^mid:/)]);
  });

  test("needs an address, and a folder that is there", async () => {
    expect((await anna.run(["save"])).code).toBe(2);
    expect((await anna.run(["save", "https://example.org/", "--folder", "Nowhere"])).code).toBe(4);
    expect(await urlsOf(anna)).toEqual([]);
  });

  test("is not allowed to a token that only reads", async () => {
    const reader = await newUser({ scopes: ["read"] });

    expect((await reader.run(["save", "https://example.org/"])).code).toBe(3);
    expect(await urlsOf(reader)).toEqual([]);
  });
});

describe("given links", () => {
  let user: User;
  let ids: Record<string, string>;
  beforeAll(async () => {
    user = await newUser();
    ids = {};
    for (const title of ["Rye bread", "Wheat bread", "Slow trains"]) {
      const url = `https://example.org/${title.replace(" ", "-")}`;
      const link = await user.client.json<Link>("POST", "/api/links/", { url, title });
      ids[title] = link.id;
    }
    await eventually(async () => expect(await user.client.json("GET", "/api/links/?q=bread")).toHaveLength(2));
  });

  test("a search prints what it finds, as text or as a line of JSON each", async () => {
    const text = await user.run(["search", "rye", "bread"]);
    const json = await user.run(["search", "bread", "--json"]);
    const newest = await user.run(["search", "--limit", "2", "--json"]);

    expect(text).toMatchObject({
      code: 0,
      out: expect.stringContaining("Rye bread\n  https://example.org/Rye-bread") as string,
    });
    expect(
      json.out
        .split("\n")
        .map((each) => (JSON.parse(each) as Link).title)
        .toSorted((one, other) => String(one).localeCompare(String(other))),
    ).toEqual(["Rye bread", "Wheat bread"]);
    expect(newest.out.split("\n").map((each) => (JSON.parse(each) as Link).title)).toEqual([
      "Slow trains",
      "Wheat bread",
    ]);
  });

  test("a search that finds nothing ends with 4, and one that is wrong says why", async () => {
    expect((await user.run(["search", "zeppelin"])).code).toBe(4);
    const wrong = await user.run(["search", "saved:nonsense"]);
    expect(wrong.code).toBe(1);
    expect(wrong.err).not.toBe("");
  });

  test("tags are added and removed, and undo takes back the last change", async () => {
    const tagsOf = async (): Promise<string[][]> => (await linksOf(user)).map(({ tags }) => tags);

    expect(
      (await user.run(["tag", ids["Rye bread"] ?? "", "https://example.org/Wheat-bread", "--add", "food,oven"])).out,
    ).toBe("Changed 2 links.");
    expect(await tagsOf()).toEqual([[], ["food", "oven"], ["food", "oven"]]);
    await user.run(["tag", ids["Rye bread"] ?? "", "--remove", "oven"]);
    expect(await tagsOf()).toEqual([[], ["food", "oven"], ["food"]]);
    expect((await user.run(["undo"])).out).toBe("Undone for 1 link.");
    expect(await tagsOf()).toEqual([[], ["food", "oven"], ["food", "oven"]]);
    expect(await user.run(["undo"])).toMatchObject({ code: 4, err: "There is nothing to undo." });
  });

  test("deleted links come back by undo, saved ones go", async () => {
    const trains = ids["Slow trains"] ?? "";

    expect((await user.run(["rm"], `${trains}\n`)).code).toBe(0);
    expect(await urlsOf(user)).not.toContain("https://example.org/Slow-trains");
    await user.run(["undo"]);
    expect(await urlsOf(user)).toContain("https://example.org/Slow-trains");
    await user.run(["save", "https://example.org/by-mistake"]);
    await user.run(["undo"]);
    expect(await urlsOf(user)).not.toContain("https://example.org/by-mistake");
  });

  test("another account's link is not found, by any command", async () => {
    const other = await newUser();
    const id = ids["Rye bread"] ?? "";

    for (const args of [
      ["rm", id],
      ["tag", id, "--add", "mine"],
      ["open", "--print", id],
      ["read", id],
    ]) {
      expect([args, (await other.run(args)).code]).toEqual([args, 4]);
    }
    expect(await linksOf(user)).toHaveLength(3);
  });

  test("the address of a link is printed, and opening it counts a visit", async () => {
    const seen = join(user.home, "opened");
    const browser = join(user.home, "browser");
    await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > "${seen}"\n`, { mode: 0o755 });

    expect((await user.run(["open", "--print", "slow", "trains"])).out).toBe("https://example.org/Slow-trains");
    await run(user.home, ["open", ids["Slow trains"] ?? ""], "", { BROWSER: browser });

    await eventually(async () => expect(await readFile(seen, "utf8")).toBe("https://example.org/Slow-trains"));
    expect((await linksOf(user)).find(({ id }) => id === ids["Slow trains"])?.visit_count).toBe(1);
  });

  test("an export is imported by another account with the same links", async () => {
    const other = await newUser();
    const file = join(other.home, "links.json");

    expect((await user.run(["export", "--output", file])).code).toBe(0);
    const imported = await other.run(["import", file]);

    expect(imported).toMatchObject({ code: 0, out: "3 new, 0 known, 0 left out." });
    expect((await urlsOf(other)).toSorted()).toEqual((await urlsOf(user)).toSorted());
    expect((await user.run(["export", "--format", "csv"])).out).toContain("https://example.org/Rye-bread");
  });

  test("changes are told as lines of JSON while they happen", async () => {
    const watching = await spawnProgram(MAIN, { args: ["watch"], env: envOf(user.home) });
    await watching.waitForLine(/"type":"hello"/);

    const { id } = await user.client.json<Link>("POST", "/api/links/", { url: "https://example.org/new" });

    await watching.waitForLine(new RegExp(`^\\{"type":"links","ids":\\[.*"${id}"`));
    await watching.kill();
    await user.client.json("DELETE", `/api/links/${id}`);
  });
});

const paragraphs = "<p>Bread is mixed, kneaded, left to rise, shaped and baked, which takes a day in all.</p>".repeat(
  8,
);
const site = await startSharedSite((_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><html lang=en><title>On \u009b2JBread</title><article><h1>On Bread</h1>${paragraphs}<h2>Flour</h2><p><img src=/loaf.png alt="A loaf"> Wheat, <strong>rye</strong> or both, as <a href="/oven">the oven</a> likes it.</p><pre><code>bake --at 230</code></pre><p>After an hour it is taken out, and left to cool on a rack until the evening.</p></article>`,
  );
});

test("an article is printed as Markdown, without pictures and without what its text would do to the terminal", async () => {
  const user = await newUser();
  const { id } = await user.client.json<Link>("POST", "/api/links/", { url: `${site}/bread` });
  await eventually(async () => expect((await user.client.call("GET", `/api/links/${id}/article`)).status).toBe(200));

  const { code, out } = await user.run(["read", id]);

  expect(code).toBe(0);
  expect(out).toMatch(/^# On .*Bread\n/);
  expect(out).toContain(`<${site}/bread>`);
  expect(out).toContain("## Flour");
  expect(out).toContain(`**rye** or both, as [the oven](${site}/oven) likes it`);
  expect(out).toContain("bake --at 230");
  expect(out).not.toMatch(/\/api\/|[\u0080-\u009f]/);
});

test("what a stranger's title would do to the terminal is left out, and escaped in JSON", async () => {
  const user = await newUser();
  await user.client.json("POST", "/api/links/", {
    url: "https://example.org/",
    title: "Bread\u001b[31m\u009b2J\u202egnp",
  });

  const [text, json] = [await user.run(["search"]), await user.run(["search", "--json"])];

  for (const control of ["\u001b", "\u009b", "\u202e"]) expect(text.out).not.toContain(control);
  for (const control of ["\u001b", "\u009b"]) expect(json.out).not.toContain(control);
});

test("a server that is away is said, with an exit code of its own", async () => {
  const home = await tempDir();
  await mkdir(join(home, "config/satchel"), { recursive: true });
  await writeFile(
    join(home, "config/satchel/login.json"),
    JSON.stringify({ server: "http://127.0.0.1:9", token: "satchel_a" }),
  );

  expect(await run(home, ["search"])).toMatchObject({ code: 5, err: "No answer from http://127.0.0.1:9" });
});

test.each([
  ["nonsense"],
  ["search", "--limit", "none"],
  ["rm", "word"],
  ["import", "/nowhere/at/all"],
  ["completion", "cmd"],
])("what can't be understood is a usage error: %s", async (...args) => {
  const { code, err } = await anna.run(args);

  expect([code, err === ""]).toEqual([2, false]);
});

test.each(["bash", "zsh", "fish"])("completions for %s know every command", async (shell) => {
  const { code, out } = await anna.run(["completion", shell]);

  expect(code).toBe(0);
  for (const command of ["login", "save", "search", "read", "undo", "watch", "completion"])
    expect(out).toContain(command);
});
