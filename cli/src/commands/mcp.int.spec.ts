import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ApiToken, Link, TokenScope } from "@satchel/contracts";
import { signIn } from "@satchel/standalone/test/instance.ts";
import { sharedInstance } from "@satchel/standalone/test/shared-instance.ts";
import { atEnd, spawnProgram, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "../../dist/main.js");
const instance = await sharedInstance();
const owner = await signIn(instance, "cli-mcp@post.example");
const home = await tempDir();

/** An assistant that has started `satchel mcp`. */
async function assistant(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const places = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, "mcp"],
      env: { ...places, ...env },
      stderr: "ignore",
    }),
  );
  atEnd(() => client.close());
  return client;
}
async function login(scopes: readonly TokenScope[]): Promise<{ SATCHEL_SERVER: string; SATCHEL_TOKEN: string }> {
  const made = { name: "Assistant", scopes };
  const { token } = await owner.json<ApiToken & { token: string }>("POST", "/api/users/me/tokens", made);
  return { SATCHEL_SERVER: instance.url, SATCHEL_TOKEN: token };
}
const textOf = (result: Awaited<ReturnType<Client["callTool"]>>): string => JSON.stringify(result.content);

test("an assistant that starts the command saves, finds and annotates links of the login's archive", async () => {
  const client = await assistant(await login(["read", "add", "change"]));
  expect(client.getServerVersion()).toMatchObject({ name: "satchel" });
  const link = { url: "https://example.org/rye", title: "Rye", tags: ["bread"] };
  const saved = await client.callTool({ name: "save_link", arguments: link });
  expect(textOf(saved)).toContain("Saved.");
  const [{ id }] = await owner.json<[Link]>("GET", "/api/links/");
  expect(textOf(await client.callTool({ name: "search", arguments: { query: "tag:bread" } }))).toContain(id);
  await client.callTool({ name: "set_note", arguments: { id, note: "Grüße\n🍞" } });
  expect(await owner.json<Link>("GET", `/api/links/${id}`)).toMatchObject({ notes: "Grüße\n🍞", saved_by: "token" });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.callTool({ name: "search", arguments: {} })),
  );
  for (const answer of answers) expect(textOf(answer)).toContain(id);
});

test("the tools are those that the login's token may use", async () => {
  const client = await assistant(await login(["read"]));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search", "read_article", "list_folders", "list_tags"]);
  await expect(client.callTool({ name: "save_link", arguments: { url: "https://example.org/" } })).rejects.toThrow(
    "This API token may not do this.",
  );
});

test("given a token that is not valid, or no login, then the assistant is told why", async () => {
  const wrong = { SATCHEL_SERVER: instance.url, SATCHEL_TOKEN: `satchel_${"A".repeat(86)}` };
  await expect(assistant(wrong)).rejects.toThrow("Run `satchel login`.");

  const env = { XDG_CONFIG_HOME: home, SATCHEL_SERVER: "", SATCHEL_TOKEN: "" };
  const program = await spawnProgram(new URL("../main.ts", import.meta.url), { args: ["mcp"], env });
  expect((await program.exited).code).toBe(3);
  expect(program.stderr.join("\n")).toContain("satchel login");
});

test("what is no message is passed over, and the program ends with its input", async () => {
  const ping = { jsonrpc: "2.0", id: "a", method: "ping" };
  const input = `\nhello\n[]\n{"jsonrpc":"2.0"}\n${JSON.stringify(ping)}\n`;
  const env = { XDG_CONFIG_HOME: home, ...(await login(["read"])) };
  const program = await spawnProgram(new URL("../main.ts", import.meta.url), { args: ["mcp"], env, input });
  expect((await program.exited).code).toBe(0);
  expect(program.stdout.map((text) => JSON.parse(text) as unknown)).toEqual([{ jsonrpc: "2.0", id: "a", result: {} }]);
});
