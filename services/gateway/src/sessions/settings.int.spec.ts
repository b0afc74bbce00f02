import { expect, test } from "vitest";
import { texts } from "@satchel/contracts";
import { caller, cookiesOf, post, startTestSystem } from "../../test/gateway.ts";

test("given an address that used up its calls of the minute, then the answer says when to sign in again", async () => {
  const { url } = await startTestSystem({ services: false, env: { AUTH_PER_MINUTE: "3" } });
  const logout = (path = "/api/auth/logout"): Promise<Response> => caller(url)("POST", path);
  // However its address is spelled.
  for (const path of ["/api/auth/logout", "/api/%61uth/logout", "/%61pi/auth/logout/"]) {
    expect((await logout(path)).status).toBe(204);
  }

  const answer = await logout();

  expect([answer.status, await answer.json()]).toEqual([429, { detail: texts.server.tooMany }]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await logout("/api/%61uth/logout")).status).toBe(429);
  expect((await caller(url)("GET", "/api/config")).status).toBe(200);
});

test("under https, the cookies have the prefix __Host- and the browser gets HSTS", async () => {
  const { url } = await startTestSystem({ services: false, env: { PUBLIC_URL: "https://satchel.example" } });

  const answer = await caller(url)("POST", "/api/auth/logout");

  expect(answer.headers.getSetCookie()).toEqual([
    "__Host-satchel_access=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    "__Host-satchel_refresh=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  ]);
  expect(answer.headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
});

test("under https, a refresh token that a neighbouring host can have set is not used", async () => {
  const system = await startTestSystem({ env: { PUBLIC_URL: "https://satchel.example" } });
  const email = "neighbour@satchel.example";
  const signedIn = await post(system.url, "/api/auth/verify-email", { email, code: await system.codeFor(email) });
  const [, refreshToken = ""] = /satchel_refresh=([^;]+)/.exec(cookiesOf(signedIn)) ?? [];
  const refresh = async (cookie: string): Promise<number> =>
    (await caller(system.url, { "sec-fetch-site": "same-origin", cookie })("POST", "/api/auth/refresh-token")).status;

  // What a host beside this one can set for the domain of both: any name but one with `__Host-`.
  expect(await refresh(`__Secure-satchel_refresh=${refreshToken}`)).toBe(401);
  expect(await refresh(`satchel_refresh=${refreshToken}`)).toBe(401);
  expect(await refresh(`__Host-satchel_refresh=${refreshToken}`)).toBe(200);
});
