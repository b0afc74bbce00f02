import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { BODY_BYTES, ErrorBody, texts, laterTexts } from "@satchel/contracts";
import { Value } from "typebox/value";
import { caller, startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const anna = await system.signIn("anna@satchel.example");
const anyone = caller(system.url);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("every answer carries an id of this server, whatever id the request came with", async () => {
  const answers = await Promise.all([
    anyone("GET", "/api/config"),
    anyone("GET", "/api/nowhere"),
    anyone("GET", "/elsewhere"),
    anyone("GET", "/api/links/"),
    anyone("GET", "/%E0%A4%A"),
    fetch(`${system.url}/api/config`, { headers: { "x-request-id": "mine" } }),
  ]);

  for (const answer of answers) expect(answer.headers.get("x-request-id")).toMatch(UUID);
  expect(new Set(answers.map((answer) => answer.headers.get("x-request-id"))).size).toBe(answers.length);
});

test("the id of an answer is the correlation id that the services log under, also after a body was read", async () => {
  const answer = await anna.call("PATCH", "/api/links/00000000-0000-4000-8000-000000000000", { is_favorite: true });

  const id = answer.headers.get("x-request-id");
  const lines = system.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find((entry) => entry.requestId === id && entry.msg === "request refused");
  expect(line).toMatchObject({ correlationId: id, status: 404 });
});

test("what is not there is 404, what can't be done to it 405 with what can, each as {detail}", async () => {
  const missing = await anyone("GET", "/api/nowhere");
  expect([missing.status, await missing.json()]).toEqual([404, { detail: texts.server.notFound }]);

  const wrong = await anyone("PUT", "/api/links/", { url: "https://example.org" });
  expect([wrong.status, await wrong.json()]).toEqual([405, { detail: laterTexts.http.method }]);
  expect(wrong.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "HEAD", "POST"]);
});

test("slashes at the end make no difference", async () => {
  for (const path of ["/api/links", "/api/links/", "/api/folders", "/api/folders/", "/api/links/count/"]) {
    expect([path, (await anna.call("GET", path)).status]).toEqual([path, 200]);
  }
});

test("a deletion with an empty id deletes nothing else", async () => {
  const { id } = (await (await anna.call("POST", "/api/links/", { url: "https://example.org/kept" })).json()) as {
    id: string;
  };
  expect((await anna.call("DELETE", `/api/links/${id}/`)).status).toBe(204);

  for (const path of ["/api/links/deleted/", "/api/links/deleted/?x=/", "/api/users/me/"]) {
    expect([path, (await anna.call("DELETE", path)).status]).toEqual([path, 404]);
  }
  expect((await anna.call("POST", `/api/links/${id}/restore`)).status).toBe(200);
});

test("a body of another type is 415, one that is too large 413, one that is no JSON 400", async () => {
  const send = (type: string, body: string): Promise<Response> =>
    fetch(`${system.url}/api/auth/register`, { method: "POST", headers: { "content-type": type }, body });

  const answers = await Promise.all([
    send("text/plain", "{}"),
    send("application/xml", "<a/>"),
    send("application/json", `{"email":"${"a".repeat(BODY_BYTES)}"}`),
    send("application/json", "{"),
    send("application/json", '{"__proto__":{"a":1},"email":"a@b.example"}'),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([415, 415, 413, 400, 400]);
  for (const answer of answers) expect(Value.Check(ErrorBody, await answer.json())).toBe(true);
});

test("an input that is wrong is 422 and names each fault with its place", async () => {
  const answer = await anna.call("PATCH", "/api/links/00000000-0000-4000-8000-000000000000", {
    is_favorite: "yes",
    x: 1,
  });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({
    detail: texts.server.invalid,
    errors: [
      { path: "/x", message: "is unknown" },
      { path: "/is_favorite", message: "must be boolean" },
    ],
  });
});

test("null stays null, and numbers and flags of a query are read as such", async () => {
  const saved = await anna.call("POST", "/api/links/", { url: "https://example.org/null", folder_id: null });
  expect(saved.status).toBe(201);
  expect((await anna.call("GET", "/api/links/?size=10&favorites_only=true&folder_id=0")).status).toBe(200);
  for (const query of [
    "size=0",
    "size=101",
    "size=ten",
    "size=",
    "folder_id=",
    "size=1&size=2",
    "favorites_only=maybe",
    "cursor=x",
  ]) {
    expect([query, (await anna.call("GET", `/api/links/?${query}`)).status]).toEqual([query, 422]);
  }
});

test("no address whatever makes an answer of the 500s", async () => {
  const paths = [
    "/api/links/favicon/%00",
    "/api/links/favicon/%ED%A0%80",
    `/api/links/favicon/${"a".repeat(280)}`,
    `/api/links/favicon/${"a".repeat(3000)}`,
    "/api/links/favicon/..%2f..%2fetc%2fpasswd",
    "/api/links/%00/preview",
    "/api/links/not-an-id/preview",
    "/api/links/?cursor=%00",
    "/api/links/?cursor=999999999999999999999",
    "/api/links/?page=1000&size=100",
    "/api/links/?folder_id=99999999999999999999",
    "/api/links/?folder_id=3000000000",
    "/api/links/count?folder_id=3000000000",
    "/api/links/?size[]=1",
    "/api/%",
    "/..%2f..%2fetc%2fpasswd",
    "/outbox/..%2f..%2fetc%2fpasswd",
    "//",
  ];
  for (const path of paths) {
    const answer = await fetch(system.url + path, { headers: { authorization: `Bearer ${anna.accessToken}` } });
    expect([path, answer.status < 500, answer.status]).toEqual([path, true, answer.status]);
  }
});

test("what is no HTTP is answered 400 and hung up on", async () => {
  const socket = connect(system.gateway.port, "127.0.0.1");
  socket.end("NONSENSE\r\n\r\n");

  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nx-request-id: [0-9a-f-]{36}\r\n/);
  expect(answer.endsWith(JSON.stringify({ detail: texts.server.invalid }))).toBe(true);
});

test("every answer forbids foreign scripts and frames, and the API's own are never kept", async () => {
  for (const path of ["/api/config", "/%61pi/config", "/api/nowhere", "/elsewhere", "/outbox"]) {
    const { headers } = await anyone("GET", path);
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("strict-transport-security")).toBeNull();
    expect([path, headers.get("cache-control")]).toEqual([path, path === "/elsewhere" ? null : "no-store"]);
  }
});
