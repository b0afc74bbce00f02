import { expect, test } from "vitest";
import { ACCESS_TOKEN_SECONDS, operations, SESSION_SECONDS_STAY, texts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { mintAccessToken } from "../../test/access-token.ts";
import { caller, cookiesOf, post, startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const { url } = system;

let people = 0;
const somebody = (): string => `somebody${++people}@satchel.example`;
const sameOrigin = { "sec-fetch-site": "same-origin" };

const verify = async (email: string, more: object = {}): Promise<Response> =>
  post(url, "/api/auth/verify-email", { email, code: await system.codeFor(email), ...more });
const statusOf = async (headers: Record<string, string>): Promise<unknown> =>
  (await caller(url, headers)("GET", "/api/users/me/status")).json();

test("a proven code begins a verified session, in cookies that no script reads, and as a token", async () => {
  const answer = await verify(somebody());

  expect(answer.status).toBe(200);
  const { access_token, token_type } = (await answer.json()) as Record<string, string>;
  expect(token_type).toBe("bearer");
  const [access, refresh] = answer.headers.getSetCookie();
  expect(access).toBe(
    `satchel_access=${access_token}; Max-Age=${ACCESS_TOKEN_SECONDS}; Path=/; HttpOnly; SameSite=Lax`,
  );
  expect(refresh).toMatch(/^satchel_refresh=[^;]+; Max-Age=\d+; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
  expect(Number(/Max-Age=(\d+)/.exec(refresh ?? "")?.[1])).toBeGreaterThan(SESSION_SECONDS_STAY - 60);
  const verified = { authenticated: true, is_verified: true };
  expect(await statusOf({ cookie: cookiesOf(answer) })).toEqual(verified);
  expect(await statusOf({ authorization: `Bearer ${access_token}` })).toEqual(verified);
});

test("without staying logged in, the cookies end with the browser", async () => {
  const answer = await verify(somebody(), { stay_logged_in: false });

  for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toMatch(/Max-Age|Expires/i);
});

test("the refresh cookie renews both tokens; without it, or with nonsense, there is nothing to renew", async () => {
  const { cookie } = await system.signIn(somebody());
  const refresh = (headers: Record<string, string>): Promise<Response> =>
    caller(url, { ...sameOrigin, ...headers })("POST", "/api/auth/refresh-token");

  const renewed = await refresh({ cookie });

  expect(renewed.status).toBe(200);
  expect(renewed.headers.getSetCookie()).toHaveLength(2);
  expect(await statusOf({ cookie: cookiesOf(renewed) })).toEqual({ authenticated: true, is_verified: true });
  expect((await refresh({})).status).toBe(401);
  expect((await refresh({ cookie: "satchel_refresh=nonsense" })).status).toBe(401);
  expect((await refresh({ cookie: `satchel_refresh=${"x".repeat(2000)}` })).status).toBe(401);
});

test("given two gateways, when the user signs out at one, then the other refuses the token, too", async () => {
  const another = await system.startAnother();
  const { accessToken } = await system.signIn(somebody());
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await caller(another, headers)("GET", "/api/users/me")).status).toBe(200);

  expect((await caller(url, headers)("POST", "/api/auth/logout")).status).toBe(204);

  await eventually(async () => (await caller(another, headers)("GET", "/api/users/me")).status === 401);
});

test("given the access token has run out, when the user signs out, then the session ends all the same", async () => {
  const { cookie } = await system.signIn(somebody());
  const onlyRefresh = cookie.split("; ").find((one) => one.startsWith("satchel_refresh")) ?? "";

  expect((await caller(url, { ...sameOrigin, cookie: onlyRefresh })("POST", "/api/auth/logout")).status).toBe(204);

  expect((await caller(url, { ...sameOrigin, cookie })("POST", "/api/auth/refresh-token")).status).toBe(401);
});

test("signing out without a session is 204 as well", async () => {
  expect((await caller(url)("POST", "/api/auth/logout")).status).toBe(204);
  expect((await caller(url, { authorization: "Bearer nonsense" })("POST", "/api/auth/logout")).status).toBe(204);
});

test("an unverified session may read its status, and every other call asks it to verify", async () => {
  const { token } = await mintAccessToken(false);
  const headers = { authorization: `Bearer ${token}` };

  expect(await statusOf(headers)).toEqual({ authenticated: true, is_verified: false });
  for (const { method, path, access } of operations) {
    if (access === "public") continue;
    const answer = await caller(url, headers)(method, path.replace(/:\w+/, crypto.randomUUID()));
    expect([path, answer.status, await answer.json()]).toEqual([path, 403, { detail: "Email verification required" }]);
  }
});

test("the status of a caller with a wrong token is no error; the token is not made good by a cookie", async () => {
  const { cookie } = await system.signIn(somebody());

  const stranger = { authenticated: false, is_verified: false };
  expect(await statusOf({})).toEqual(stranger);
  expect(await statusOf({ authorization: "Bearer nonsense" })).toEqual(stranger);
  expect(await statusOf({ authorization: "Bearer nonsense", cookie })).toEqual(stranger);
});

test("what another site makes a browser send is turned away; what this site or a program sends is not", async () => {
  const { cookie, accessToken } = await system.signIn(somebody());
  const save = async (headers: Record<string, string>): Promise<number> =>
    (await caller(url, headers)("POST", "/api/links/", { url: "https://example.org/forged" })).status;

  expect(await save({ cookie, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await save({ cookie, "sec-fetch-site": "same-site" })).toBe(403);
  expect(await save({ cookie, "sec-fetch-site": "none" })).toBe(403);
  expect(await save({ cookie })).toBe(403);
  expect(await save({ cookie, origin: "https://evil.example" })).toBe(403);
  expect(await save({ cookie, origin: "null" })).toBe(403);
  expect(await save({ cookie, "sec-fetch-site": "same-origin" })).toBe(201);
  expect(await save({ cookie, origin: "http://localhost:3000" })).toBe(200);
  expect(await save({ cookie, origin: url })).toBe(200);
  expect(await save({ authorization: `Bearer ${accessToken}`, origin: "https://evil.example" })).toBe(200);
});

test("another site can't sign a visitor in or out", async () => {
  for (const path of ["/api/auth/register", "/api/auth/verify-email", "/api/auth/logout"]) {
    const body = { email: somebody(), code: "123456" };
    const answer = await caller(url, { "sec-fetch-site": "cross-site" })("POST", path, body);
    expect([path, answer.status, await answer.json()]).toEqual([path, 403, { detail: texts.session.forged }]);
  }
});
