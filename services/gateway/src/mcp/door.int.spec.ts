import { BODY_BYTES, TOKEN_CALLS_PER_MINUTE } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { assistants, tokenOf } from "../../test/assistants.ts";
import { caller, startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem({ env: { PUBLIC_URL: "https://satchel.example" } });
const { assistantOf, newAssistant } = assistants(system, "door");
const { owner, token } = await newAssistant();

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const accept = "application/json, text/event-stream";
const post = (headers: Record<string, string>, body: unknown = PING): Promise<Response> =>
  caller(system.url, { accept, ...headers })("POST", "/mcp", body);

test("without an API token nobody gets in: not with a cookie, nor with a session's token", async () => {
  for (const headers of [
    {},
    { cookie: owner.cookie },
    { authorization: "Basic YTpi", cookie: owner.cookie },
    { authorization: "Bearer", cookie: owner.cookie },
    { authorization: `Bearer ${token}x`, cookie: owner.cookie },
    { authorization: `Bearer satchel_${"A".repeat(86)}` },
    { authorization: `Bearer ${owner.accessToken}` },
  ]) {
    const answer = await post(headers);
    expect([answer.status, answer.headers.get("www-authenticate"), await answer.json()]).toEqual([
      401,
      "Bearer",
      { detail: "Not authenticated" },
    ]);
  }
  for (const scheme of ["Bearer", "Token", "token"]) {
    const answer = await post({ authorization: `${scheme} ${token}` });
    expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("mcp-session-id")).toBeNull();
  }
});

test("a request of another site is refused, also with a token", async () => {
  const authorization = `Bearer ${token}`;
  for (const origin of [
    "https://evil.example",
    "null",
    "http://satchel.example",
    "https://satchel.example.evil.example",
  ])
    expect((await post({ authorization, origin })).status).toBe(403);
  // A name that was bound to this machine anew: the page's host is then its own.
  expect((await post({ authorization, origin: "http://rebound.example", host: "rebound.example" })).status).toBe(403);
  for (const origin of ["https://satchel.example", system.url])
    expect((await post({ authorization, origin })).status).toBe(200);
});

test("there is no stream to get and no session to delete", async () => {
  for (const method of ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"]) {
    const answer = await caller(system.url, { authorization: `Bearer ${token}`, accept })(method, "/mcp");
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST"]);
  }
});

test("a token that was ended, or made too many calls, is refused", async () => {
  const ended = await assistantOf(owner);
  const { tokens } = (await (await owner.call("GET", "/api/users/me/tokens")).json()) as { tokens: { id: string }[] };
  await owner.call("DELETE", `/api/users/me/tokens/${tokens[0]?.id}`);
  await eventually(() => expect(ended.use("search")).rejects.toThrow("Not authenticated"));

  const authorization = `Bearer ${await tokenOf(owner, ["read"])}`;
  const statuses = new Set<number>();
  for (let n = 0; n <= TOKEN_CALLS_PER_MINUTE && !statuses.has(429); n += 50) {
    const answers = await Promise.all(Array.from({ length: 51 }, () => post({ authorization })));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200, 429]);
});

test("what is no message of the protocol is refused before anything is done", async () => {
  const authorization = `Bearer ${token}`;
  const statusOf = async (body: unknown, headers = {}): Promise<number> =>
    (await post({ authorization, ...headers }, body)).status;
  expect(await statusOf([PING, PING])).toBe(400);
  expect(await statusOf([])).toBe(400);
  expect(await statusOf("ping")).toBe(400);
  expect(await statusOf(PING, { accept: "application/json" })).toBe(200);
  expect(await statusOf(PING, { "content-type": "text/plain" })).toBe(415);
  expect(await statusOf(PING, { "mcp-protocol-version": "1999-01-01" })).toBe(400);
  expect(await statusOf({ ...PING, params: { text: "x".repeat(BODY_BYTES) } })).toBe(413);
  expect(await statusOf({ jsonrpc: "2.0", method: "notifications/initialized" })).toBe(202);
});
