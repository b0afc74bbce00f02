import { commandClient, connectBus, createLogger } from "@satchel/chassis";
import {
  type ApiToken,
  callerTexts,
  type CallScope,
  type CreatedApiToken,
  laterTexts,
  type Link,
  type LinkHistory,
  operations,
  ResumeAccount,
  SuspendAccount,
  texts,
  TOKEN_CALLS_PER_MINUTE,
  TOKEN_SCOPES,
  type TokenScope,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import fc from "fast-check";
import { decodeJwt } from "jose";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { follow } from "../../test/event-source.ts";
import { caller, type Client, startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const { url } = system;
const another = await system.startAnother();

let people = 0;
const someone = (): Promise<Client> => system.signIn(`token${++people}@satchel.example`);

async function makeToken(owner: Client, scopes: readonly TokenScope[] = TOKEN_SCOPES): Promise<CreatedApiToken> {
  const answer = await owner.call("POST", "/api/users/me/tokens", { name: "Phone", scopes });
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedApiToken;
}
/** Calls with a token at a gateway. */
const by = ({ token }: Pick<CreatedApiToken, "token">, at = url, scheme = "Bearer") =>
  caller(at, { authorization: `${scheme} ${token}` });
const saved = async (owner: Client, path: string): Promise<Link> =>
  (await (await owner.call("POST", "/api/links/", { url: `https://example.org/${path}` })).json()) as Link;

const outOfScope = { detail: callerTexts.outOfScope };
const nobody = { detail: texts.session.missing };
const SOME_ID = "00000000-0000-4000-8000-000000000000";
const targetOf = (path: string): string =>
  path.replace(":id", SOME_ID).replace(":host", "example.org").replace(":name", "x").replace(":format", "csv");

test.each([[["read"]], [["add"]], [["change"]], [["read", "add"]], [["read", "add", "change"]]] as [TokenScope[]][])(
  "given a token for %j, when each call of the API is made with it, then those that need another scope are refused, and no others",
  async (scopes) => {
    const token = await makeToken(await someone(), scopes);
    const allowed: readonly CallScope[] = ["none", ...scopes];
    for (const { id, method, path, scope } of operations) {
      if (id === "streamEvents") continue;
      const answer = await by(token)(method, targetOf(path));
      const isRefused = answer.status === 403 && JSON.stringify(await answer.json()) === JSON.stringify(outOfScope);
      expect([id, scope, isRefused]).toEqual([id, scope, !allowed.includes(scope)]);
      if (allowed.includes(scope)) expect([id, answer.status]).not.toEqual([id, 401]);
    }
  },
);

test("given tokens of each scope, when they are used by either scheme, then they list, save and change, and a saved link says so", async () => {
  const owner = await someone();
  const [read, add, change] = await Promise.all(TOKEN_SCOPES.map((scope) => makeToken(owner, [scope])));

  const link = { url: "https://example.org/by-token", title: "By token" };
  const created = await by(add!, url, "token")("POST", "/api/links/", link);
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as Link;
  expect((await by(change!, url, "Token")("PATCH", `/api/links/${id}`, { title: "Changed" })).status).toBe(200);
  const links = (await (await by(read!)("GET", "/api/links/")).json()) as Link[];
  expect(links).toMatchObject([{ id, title: "Changed" }]);
  const history = (await (await by(read!)("GET", `/api/links/${id}/history`)).json()) as LinkHistory;
  expect(history.origin).toEqual({ kind: "token" });
});

test("given a token that may add and not change, when it saves an address that is there, then title, folder and tags stay", async () => {
  const owner = await someone();
  const link = { url: "https://example.org/kept-as-it-is", title: "Mine", tags: ["own"] };
  const { id } = (await (await owner.call("POST", "/api/links/", link)).json()) as Link;
  const folder = (await (await owner.call("POST", "/api/folders/", { name: "Elsewhere" })).json()) as { id: number };
  const again = { url: link.url, title: "Not mine", tags: ["other"], folder_id: folder.id };

  const adding = by(await makeToken(owner, ["read", "add"]));
  const kept = await adding("POST", "/api/links/", again);
  expect([kept.status, await kept.json()]).toMatchObject([200, { id, title: "Mine", tags: ["own"], folder_id: null }]);

  const changing = by(await makeToken(owner, ["add", "change"]));
  const changed = await changing("POST", "/api/links/", again);
  expect(await changed.json()).toMatchObject({ id, title: "Not mine", folder_id: folder.id });
});

test("given calls with tokens by a proxy, then its owner sees from which address, and nothing of a header that is none", async () => {
  const owner = await someone();
  for (const [forwarded, address] of [
    ["203.0.113.7", "203.0.113.7"],
    ["[2001:DB8::7]:4711", "2001:db8::7"],
    ["<b>somewhere</b>", null],
  ]) {
    const { id, token } = await makeToken(owner);
    const call = caller(url, { authorization: `Bearer ${token}`, "x-forwarded-for": forwarded! });
    expect((await call("GET", "/api/links/")).status).toBe(200);
    const listed = (await (await owner.call("GET", "/api/users/me/tokens")).json()) as { tokens: ApiToken[] };
    expect(listed.tokens.find((one) => one.id === id)?.last_used_from).toBe(address);
  }
});

test("given a token, then it can't make or end tokens, also not itself, sign in, or see or end sessions", async () => {
  const owner = await someone();
  const token = await makeToken(owner);
  const asked = { name: "More", scopes: ["read"] };
  const call = by(token);
  for (const answer of [
    await call("POST", "/api/users/me/tokens", asked),
    await call("DELETE", `/api/users/me/tokens/${token.id}`),
    await call("GET", "/api/users/me/sessions"),
    await call("DELETE", "/api/users/me"),
    await call("GET", "/api/users/me/export"),
    await call("POST", "/api/auth/register", { email: "somebody@satchel.example" }),
    await call("POST", "/api/auth/logout"),
  ]) {
    expect([answer.url, answer.status, await answer.json()]).toEqual([answer.url, 403, outOfScope]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect(
    ((await (await owner.call("GET", "/api/users/me/tokens")).json()) as { tokens: unknown[] }).tokens,
  ).toHaveLength(1);
});

test("given two accounts, when one asks for the other's links, folders or tokens, then there are none", async () => {
  const [mine, theirs] = [await someone(), await someone()];
  const [token, foreign] = [await makeToken(mine), await makeToken(theirs)];
  const { id } = await saved(theirs, "theirs");
  const folder = (await (await theirs.call("POST", "/api/folders/", { name: "Theirs" })).json()) as { id: number };

  const call = by(token);
  expect((await call("GET", `/api/links/${id}`)).status).toBe(404);
  expect((await call("PATCH", `/api/links/${id}`, { title: "Mine" })).status).toBe(404);
  expect((await call("DELETE", `/api/links/${id}`)).status).toBe(404);
  expect((await call("PATCH", `/api/folders/${folder.id}`, { name: "Mine" })).status).toBe(404);
  expect(await (await call("GET", "/api/links/")).json()).toEqual([]);
  const ending = await mine.call("DELETE", `/api/users/me/tokens/${foreign.id}`);
  expect([ending.status, await ending.json()]).toEqual([404, { detail: laterTexts.tokens.notFound }]);
  expect((await by(foreign)("GET", `/api/links/${id}`)).status).toBe(200);
});

test("given two gateways that know a token, when its owner ends it, then both refuse it, its event stream is cut, and another token stays", async () => {
  const owner = await someone();
  const [token, other] = [await makeToken(owner), await makeToken(owner)];
  for (const at of [url, another]) expect((await by(token, at)("GET", "/api/links/")).status).toBe(200);
  const stream = await follow(another, { authorization: `Bearer ${token.token}` });
  await stream.next(({ type }) => type === "hello");
  let isCut = false;
  void stream.ended.catch(() => undefined).then(() => (isCut = true));

  expect((await owner.call("DELETE", `/api/users/me/tokens/${token.id}`)).status).toBe(204);

  for (const at of [url, another]) {
    await eventually(async () => expect((await by(token, at)("GET", "/api/links/")).status).toBe(401));
  }
  await eventually(() => isCut);
  for (const at of [url, another]) expect((await by(other, at)("GET", "/api/links/")).status).toBe(200);
  expect((await owner.call("GET", "/api/links/")).status).toBe(200);
});

test("given a token, when it comes as a cookie or beside a session's cookie, then only the header counts", async () => {
  const owner = await someone();
  const { token } = await makeToken(owner, ["read"]);
  const cookie = caller(url, { cookie: `satchel_access=${token}` });
  const answer = await cookie("GET", "/api/links/");
  expect([answer.status, await answer.json()]).toEqual([401, nobody]);

  const both = caller(url, { cookie: owner.cookie, authorization: `Token ${token}` });
  expect((await both("POST", "/api/links/", { url: "https://example.org/" })).status).toBe(403);
  const wrong = caller(url, { cookie: owner.cookie, authorization: `Token ${token.slice(0, -1)}` });
  expect((await wrong("GET", "/api/links/")).status).toBe(401);
});

test("given a token, when a page of another site or a program without an origin calls with it, then no origin is asked for, and no site may read the answer", async () => {
  const token = await makeToken(await someone(), ["add"]);
  const headers = {
    authorization: `Bearer ${token.token}`,
    origin: "https://other.example",
    "sec-fetch-site": "cross-site",
  };

  const answer = await caller(url, headers)("POST", "/api/links/", { url: "https://example.org/from-a-page" });

  expect(answer.status).toBe(201);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

test("given an ended and an unknown token, and any header that is hostile, then each is answered as nobody, and nothing is done", async () => {
  const owner = await someone();
  const ended = await makeToken(owner);
  await owner.call("DELETE", `/api/users/me/tokens/${ended.id}`);
  const characters = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  const texts = fc.oneof(
    fc.constant(ended.token),
    fc.constant(`${ended.token.slice(0, -8)}AAAAAAAA`),
    characters,
    characters.map((text) => `satchel_${text}`),
    fc.constant(`satchel_${"a".repeat(5000)}`),
    fc.constantFrom("satchel_*.*", "satchel_>", "satchel_' OR 1=1", "satchel_\t", "satchel_%00", "satchel_../../"),
  );
  const schemes = fc.constantFrom("Bearer", "Token", "bearer  ", "TOKEN", "Bearer Token");
  // Each from a network of its own: wrong tokens are counted by network.
  let networks = 0;
  await fc.assert(
    fc.asyncProperty(schemes, texts, async (scheme, text) => {
      const from = `2001:db8:1:${(++networks).toString(16)}::1`;
      const call = caller(url, { authorization: `${scheme} ${text}`, "x-forwarded-for": from });
      const answer = await call("POST", "/api/links/", { url: "https://example.org/hostile" });
      expect([answer.status, await answer.json(), answer.headers.get("www-authenticate")]).toEqual([
        401,
        nobody,
        "Bearer",
      ]);
    }),
    { numRuns: 60 },
  );
  expect(await (await owner.call("GET", "/api/links/")).json()).toEqual([]);
});

test("given wrong input for a new token, then it is refused and none is made", async () => {
  const owner = await someone();
  for (const body of [
    {},
    { name: "x", scopes: [] },
    { name: "x", scopes: ["account"] },
    { name: "x", scopes: ["none"] },
    { name: "x", scopes: ["read", "read", "read", "read"] },
    { name: "", scopes: ["read"] },
    { name: "x".repeat(61), scopes: ["read"] },
    { name: "x", scopes: "read" },
    { name: "x", scopes: ["read"], expires_in_days: 0 },
    { name: "x", scopes: ["read"], expires_in_days: 1.5 },
    { name: "x", scopes: ["read"], expires_in_days: 4000 },
    { name: "x", scopes: ["read"], user_id: SOME_ID },
  ]) {
    expect([body, (await owner.call("POST", "/api/users/me/tokens", body)).status]).toEqual([body, 422]);
  }
  expect(await (await owner.call("GET", "/api/users/me/tokens")).json()).toEqual({ tokens: [] });
});

test("given a token that is used too often, then it waits, and the page and other tokens do not", async () => {
  const owner = await someone();
  const [busy, other] = [await makeToken(owner), await makeToken(owner)];
  const answers: Response[] = [];
  // A minute may end meanwhile, and another begin.
  for (let sent = 0; sent < 2 * TOKEN_CALLS_PER_MINUTE && answers.length === 0; sent += 20) {
    const some = await Promise.all(Array.from({ length: 20 }, () => by(busy)("GET", "/api/users/me/status")));
    answers.push(...some.filter(({ status }) => status === 429));
  }

  expect(await answers[0]?.json()).toEqual({ detail: texts.server.tooMany });
  expect(Number(answers[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await by(other)("GET", "/api/links/")).status).toBe(200);
  expect((await owner.call("GET", "/api/links/")).status).toBe(200);
});

test("given tokens were used, then the gateway's log has none", () => {
  expect(system.log.join("\n")).not.toMatch(/satchel_[\w-]{20}/);
});

test("given two gateways that know a token, when its account is suspended, then both refuse it at once and cut its streams; when it is resumed, then both take it again", async () => {
  const bus = await connectBus({ url: system.nats.url, name: "test", logger: createLogger("test", "silent") });
  atEnd(() => bus.close());
  const operator = commandClient(bus, createLogger("test", "silent"));
  const owner = await someone();
  const token = await makeToken(owner, ["read"]);
  const statuses = (): Promise<number[]> =>
    Promise.all([url, another].map(async (at) => (await by(token, at)("GET", "/api/links/")).status));
  expect(await statuses()).toEqual([200, 200]);
  const stream = await follow(url, { authorization: `Bearer ${token.token}` });
  await stream.next(({ type }) => type === "hello");
  const userId = decodeJwt(owner.accessToken).sub as UserId;

  await operator.send(SuspendAccount, { userId });
  // The announcement is a message of its own.
  await eventually(async () => expect(await statuses()).toEqual([401, 401]));
  await stream.ended.catch(() => undefined);
  expect((await owner.call("GET", "/api/links/")).status).toBe(401);

  await operator.send(ResumeAccount, { userId });
  await eventually(async () => expect(await statuses()).toEqual([200, 200]));
});

test("given a call with a token whose body comes slowly, when its account is suspended meanwhile, then it is refused at the other gateway, and does nothing", async () => {
  const bus = await connectBus({ url: system.nats.url, name: "test", logger: createLogger("test", "silent") });
  atEnd(() => bus.close());
  const operator = commandClient(bus, createLogger("test", "silent"));
  const owner = await someone();
  const token = await makeToken(owner);
  const userId = decodeJwt(owner.accessToken).sub as UserId;
  const body = JSON.stringify({ url: "https://example.org/late" });
  const socket = connect(Number(new URL(another).port), "127.0.0.1");
  atEnd(async () => void socket.destroy());
  let answer = "";
  socket.on("data", (octets) => (answer += String(octets)));
  const head = [`Authorization: Bearer ${token.token}`, "Content-Type: application/json"];
  socket.write(
    `POST /api/links/ HTTP/1.1\r\nHost: x\r\n${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 5)}`,
  );
  // The gate let it in when its use is noted.
  await eventually(async () => {
    const { tokens } = (await (await owner.call("GET", "/api/users/me/tokens")).json()) as { tokens: ApiToken[] };
    expect(tokens[0]?.last_used_at).not.toBeNull();
  });

  await operator.send(SuspendAccount, { userId });
  await eventually(async () => expect((await by(token, another)("GET", "/api/links/")).status).toBe(401));
  socket.write(body.slice(5));

  await eventually(() => expect(answer).toMatch(/^HTTP\/1\.1 401 /));
  await operator.send(ResumeAccount, { userId });
  await eventually(async () => {
    const links = await by(token)("GET", "/api/links/");
    expect([links.status, await links.json()]).toEqual([200, []]);
  });
});
