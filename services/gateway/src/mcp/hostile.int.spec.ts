import { texts, TOKEN_CALLS_PER_MINUTE } from "@satchel/contracts";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { assistants, tokenOf } from "../../test/assistants.ts";
import { startTestSystem } from "../../test/gateway.ts";
import { tools } from "./answer.ts";

const system = await startTestSystem();
const { owner, use } = await assistants(system, "hostile").newAssistant();
await use("save_link", { url: "https://example.org/", tags: ["a"] });
const [{ id }] = (await (await owner.call("GET", "/api/links/")).json()) as [{ id: string }];

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "\0",
    "\ud800",
    "9".repeat(400),
    "https://example.org/\0",
    "((((",
    'tag:"',
    "is:what",
    "../../users/me",
  ),
  fc.constantFrom(id, "00000000-0000-4000-8000-000000000000", `${id}/../..`, "https://example.org/", "é".repeat(3000)),
);
const json = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text),
  fc.constantFrom([id], [id, id], { a: { b: [] } }),
  fc.jsonValue(),
);
const field = fc.constantFrom(
  "query",
  "limit",
  "cursor",
  "id",
  "ids",
  "offset",
  "url",
  "title",
  "tags",
  "folder_id",
  "note",
  "__proto__",
  "constructor",
  "toString",
);
const names = [...tools.map(({ name }) => name), "__proto__", "constructor", "delete_link", "", "x".repeat(5000)];
const input = fc.array(fc.tuple(field, json), { maxLength: 5 }).map((all) => Object.fromEntries(all));

const method = fc.constantFrom(
  "tools/call",
  "tools/list",
  "initialize",
  "ping",
  "resources/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "sampling/createMessage",
  "tasks/get",
  "tasks/cancel",
  "notifications/cancelled",
  "notifications/initialized",
  "notifications/progress",
  "__proto__",
  "",
);
const messageId = fc.oneof(fc.integer(), fc.double(), text, fc.constant(null), fc.constant("9".repeat(30_000)), json);
const params = fc.oneof(
  fc.record({ name: fc.oneof(fc.constantFrom(...names), json), arguments: fc.oneof(input, json) }),
  fc.record({ protocolVersion: json, capabilities: json, clientInfo: json }, { requiredKeys: [] }),
  fc.record({ requestId: messageId, reason: json }),
  fc.record({ name: fc.constantFrom(...names), arguments: input, _meta: json, task: json }, { requiredKeys: [] }),
  json,
);
const message = fc.record(
  { jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, json), id: messageId, method, params },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: message },
  json,
  fc.array(message, { maxLength: 3 }),
  fc.record({ jsonrpc: fc.constant("2.0"), id: messageId, result: json, error: json }, { requiredKeys: [] }),
);

let authorization = "";
let left = 0;
async function send(sent: string, headers: Record<string, string> = {}): Promise<Response> {
  // A call counts, and those that it makes: one that is one too many would show nothing.
  if ((left -= 4) < 0) {
    authorization = `Bearer ${await tokenOf(owner)}`;
    left = TOKEN_CALLS_PER_MINUTE - 4;
  }
  return fetch(`${system.url}/mcp`, {
    method: "POST",
    headers: {
      authorization,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
    body: sent,
  });
}

/** Whether an answer is one of the protocol, or an error that its caller is at fault for. */
async function isFine(answer: Response): Promise<boolean> {
  const received = await answer.text();
  if (answer.status === 202) return received === "";
  if (answer.status !== 200) {
    const { detail, jsonrpc } = JSON.parse(received) as Record<string, unknown>;
    return answer.status >= 400 && answer.status < 500 && answer.status !== 429 && (detail ?? jsonrpc) !== undefined;
  }
  const { error, result } = JSON.parse(received) as { error?: { message: string }; result?: object };
  if (result !== undefined) return !received.includes(texts.unexpected);
  // The library's own code for parameters that do not fit is that of internal errors: ours are told by their text.
  return error !== undefined && !error.message.includes(texts.unexpected);
}

/** What the gateway logged as a fault of its own. */
const faults = (): readonly string[] =>
  system.log.filter((line) => ["error", "fatal"].includes((JSON.parse(line) as { level: string }).level));
afterAll(() => expect(faults()).toEqual([]));

test("no message whatever makes an answer of the 500s, or an internal error", async () => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const written = JSON.stringify(sent);
      const answer = await send(written);
      expect([written, answer.status, await isFine(answer)]).toEqual([written, answer.status, true]);
    }),
    { numRuns: 600 },
  );
}, 300_000);

test("no input of a tool whatever does so", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tools), input, async ({ name, input: { properties } }, given) => {
      const known = Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(properties, key)));
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: known } };
      const written = JSON.stringify(call);
      const answer = await send(written);
      expect([written, answer.status, await isFine(answer)]).toEqual([written, 200, true]);
    }),
    { numRuns: 400 },
  );
}, 300_000);

const call = (written: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":${written}}}`;

test.each([
  ["nothing", ""],
  ["half a message", '{"jsonrpc":'],
  ["a text", '"ping"'],
  ["a key of every object", '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"a":1}}'],
  ["such a key in an input", call('{"__proto__":{"limit":1}}')],
  ["the constructor of every object", call('{"constructor":{"prototype":{"limit":1}}}')],
  ["very deep lists", "[".repeat(30_000)],
  ["very deep lists that end", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["very deep input", call(`{"query":${"[".repeat(30_000)}${"]".repeat(30_000)}}`)],
  ["very deep objects", call(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`)],
  ["a very deep id", `{"jsonrpc":"2.0","id":${"[".repeat(20_000)}${"]".repeat(20_000)},"method":"ping"}`],
  ["a number out of range", '{"jsonrpc":"2.0","id":1e999,"method":"ping"}'],
  [
    "very many messages",
    JSON.stringify(Array.from({ length: 1000 }, () => ({ jsonrpc: "2.0", id: 1, method: "ping" }))),
  ],
])("%s is answered without harm", async (_, written) => {
  const answer = await send(written);
  expect([answer.status, await isFine(answer)]).toEqual([answer.status, true]);
  expect((await send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }))).status).toBe(200);
});

test("headers of the protocol with anything in them are refused", async () => {
  for (const [name, value] of [
    ["mcp-protocol-version", "x".repeat(5000)],
    ["mcp-session-id", "x".repeat(5000)],
    ["last-event-id", "1"],
    ["accept", "*/*"],
    ["content-type", "application/json; charset=utf-16"],
  ] as const) {
    const answer = await send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }), { [name]: value });
    expect([name, answer.status < 500, await isFine(answer)]).toEqual([name, true, true]);
  }
});
