import { randomUUID } from "node:crypto";
import { laterTexts } from "@satchel/contracts";
import { startIdentityProvider } from "@satchel/identity/test/identity-provider.ts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { caller, cookiesOf, startTestSystem } from "../../test/gateway.ts";

const PUBLIC = "http://localhost:3000";
const provider = await startIdentityProvider({ publicUrl: PUBLIC });
const system = await startTestSystem({ env: { OIDC_PROVIDERS: "home", ...provider.settings("home") } });

const get = (path: string, cookie = ""): Promise<Response> => caller(system.url, { cookie })("GET", path);
const locationOf = (answer: Response): string => answer.headers.get("location") ?? "";

/** Begins in a browser, signs in at the provider, and comes back. */
async function comeBack(path = "/api/auth/sso/home"): Promise<{ readonly back: string; readonly cookie: string }> {
  const begun = await get(path);
  expect([begun.status, begun.headers.get("cache-control")]).toEqual([303, "no-store"]);
  const back = await provider.visit(locationOf(begun));
  expect(back.origin).toBe(PUBLIC);
  return { back: back.pathname + back.search, cookie: cookiesOf(begun) };
}

let people = 0;
const somebody = () => {
  const person = { sub: randomUUID(), email: `person${++people}@example.org`, email_verified: true };
  provider.person = person;
  return person;
};

test("given somebody new, then they come back signed in, with cookies of a session and without that of the sign-on", async () => {
  const { email } = somebody();
  const { back, cookie } = await comeBack("/api/auth/sso/home?stay_logged_in=false&return_to=/tags");
  expect(cookie).toMatch(/^satchel_sso=[\w.-]+$/);

  const answer = await get(back, cookie);

  expect([answer.status, locationOf(answer)]).toEqual([303, "/tags"]);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.find((one) => one.startsWith("satchel_sso="))).toMatch(
    /^satchel_sso=; Max-Age=0;.*HttpOnly; SameSite=Lax$/,
  );
  expect(cookies.find((one) => one.startsWith("satchel_access="))).toMatch(/HttpOnly; SameSite=Lax$/);
  expect(cookies.find((one) => one.startsWith("satchel_arrival="))).toBe(
    "satchel_arrival=brief; Max-Age=60; Path=/; SameSite=Lax",
  );
  const me = await get("/api/users/me", cookiesOf(answer));
  expect(await me.json()).toMatchObject({ sender_emails: [{ email }] });
});

test("given the cookie of a sign-on over https, then no neighbouring host can set it, and it ends after ten minutes", async () => {
  const url = await system.startAnother({ PUBLIC_URL: "https://satchel.example" });
  const begun = await fetch(`${url}/api/auth/sso/home`, { redirect: "manual" });
  expect(begun.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-satchel_sso=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
});

test("given a browser that did not begin it, then nobody is signed in: login CSRF", async () => {
  somebody();
  const { back } = await comeBack();
  const answer = await get(back);
  expect([answer.status, locationOf(answer)]).toEqual([303, "/?sso=expired&provider=home"]);
  expect(answer.headers.getSetCookie().join()).not.toContain("satchel_access");
});

test("given two tabs at once, then the one that began last signs in, whichever comes back first", async () => {
  somebody();
  const first = await comeBack();
  const last = await comeBack();

  const older = await get(first.back, last.cookie);
  expect([locationOf(older), older.headers.getSetCookie()]).toEqual(["/?sso=expired&provider=home", []]);

  expect(locationOf(await get(last.back, last.cookie))).toBe("/links");
});

test("given it fails, then the page says why, and no address of another site is in the answer", async () => {
  provider.person = undefined;
  const declined = await comeBack();
  expect(locationOf(await get(declined.back, declined.cookie))).toBe("/?sso=denied&provider=home");

  provider.person = { sub: randomUUID(), email: "mallory@example.org", email_verified: false };
  const unverified = await comeBack();
  expect(locationOf(await get(unverified.back, unverified.cookie))).toBe("/?sso=unverified&provider=home");

  somebody();
  const { cookie } = await comeBack();
  for (const answer of [
    "",
    "?code=a&state=b",
    `?code=${"a".repeat(9000)}`,
    "?error=%00<script>&state=x",
    "?code=a&code=b",
  ])
    expect([answer.slice(0, 30), locationOf(await get(`/api/auth/sso/home/callback${answer}`, cookie))]).toEqual([
      answer.slice(0, 30),
      expect.stringMatching(/^\/\?sso=(?:failed|expired)&provider=home$/),
    ]);
  expect(locationOf(await get("/api/auth/sso/none"))).toBe("/?sso=failed&provider=none");
  expect(locationOf(await get("/api/auth/sso/home?return_to=//evil.example"))).toContain(provider.issuer);
  expect((await get("/api/auth/sso/home?stay_logged_in=perhaps")).status).toBe(422);
  const odd = await get("/api/auth/sso/a%0d%0aset-cookie:b");
  expect([odd.status, odd.headers.getSetCookie()]).toEqual([303, []]);
});

test("given an address with an account, then the mailed code in the same browser opens it", async () => {
  const { email } = somebody();
  await system.signIn(email);
  const { back, cookie } = await comeBack();
  const answer = await get(back, cookie);
  expect(locationOf(answer)).toBe("/?sso=proof&provider=home&stay=true");
  const code = await system.newestCode(email);
  const prove = (from: string, given: string) =>
    caller(system.url, { cookie: from })("POST", "/api/auth/sso-proof", { code: given });
  const flow = cookiesOf(answer).split("; ").at(-1) ?? "";

  // Calls with cookies come from the page; the header is what browsers send.
  const own = { cookie: flow, "sec-fetch-site": "same-origin" };
  expect((await prove("", code)).status).toBe(400);
  expect(
    (await caller(system.url, { ...own, "sec-fetch-site": "cross-site" })("POST", "/api/auth/sso-proof", { code }))
      .status,
  ).toBe(403);
  const wrong = await caller(system.url, own)("POST", "/api/auth/sso-proof", { code: "000000" });
  expect(wrong.status === 400 || code === "000000").toBe(true);
  const proven = await caller(system.url, own)("POST", "/api/auth/sso-proof", { code });

  expect(proven.status).toBe(200);
  expect(await (await get("/api/users/me", cookiesOf(proven))).json()).toMatchObject({ sender_emails: [{ email }] });
});

test("given the settings of an account, then it is connected by the page alone, listed and disconnected", async () => {
  const anna = await system.signIn("anna@example.org");
  const bert = await system.signIn("bert@example.org");
  provider.person = { sub: randomUUID() };
  const connect = (headers: Record<string, string>) =>
    caller(system.url, headers)("POST", "/api/auth/sso/home/connect");
  expect((await connect({})).status).toBe(401);
  expect((await connect({ cookie: anna.cookie, "sec-fetch-site": "cross-site" })).status).toBe(403);

  const begun = await connect({ cookie: anna.cookie, "sec-fetch-site": "same-origin" });
  expect(begun.status).toBe(200);
  const { url } = (await begun.json()) as { url: string };
  const back = await provider.visit(url);
  const cookie = `${anna.cookie}; ${cookiesOf(begun)}`;
  // Another account's session in this browser by now.
  const stolen = await get(back.pathname + back.search, `${bert.cookie}; ${cookiesOf(begun)}`);
  expect(locationOf(stolen)).toBe("/?sso=expired&provider=home&connecting=1");
  const again = await connect({ cookie: anna.cookie, "sec-fetch-site": "same-origin" });
  const there = await provider.visit(((await again.json()) as { url: string }).url);
  const done = await get(there.pathname + there.search, `${cookie.split("; satchel_sso=")[0]}; ${cookiesOf(again)}`);
  expect(locationOf(done)).toBe("/?sso=connected&provider=home&connecting=1");

  const list = async (who: typeof anna) =>
    ((await (await who.call("GET", "/api/users/me/sign-ins")).json()) as { sign_ins: { id: string }[] }).sign_ins;
  const [signIn] = await eventually(async () => {
    const found = await list(anna);
    if (found.length === 0) throw new Error("none is shown");
    return found;
  });
  expect(signIn).toMatchObject({ provider: "The home", issuer: provider.issuer });
  expect(await list(bert)).toEqual([]);
  const path = `/api/users/me/sign-ins/${signIn?.id}`;
  expect((await bert.call("DELETE", path)).status).toBe(404);
  expect((await anna.call("DELETE", path)).status).toBe(204);
  expect((await anna.call("DELETE", path)).status).toBe(404);
  expect(await list(anna)).toEqual([]);
});

test("given single sign-on alone, then every other way is refused with the same words, and what exists stays", async () => {
  const forced = await startTestSystem({
    env: { OIDC_PROVIDERS: "home", ...provider.settings("home"), SIGN_IN: "sso" },
  });
  const post = (path: string, body: unknown): Promise<Response> => caller(forced.url)("POST", path, body);
  const email = "anna@example.org";
  const token = new URLSearchParams({ username: email, password: "a long password" });
  const refusals = await Promise.all([
    post("/api/auth/register", { email }),
    post("/api/auth/resend-code", { email }),
    post("/api/auth/verify-email", { email, code: "123456" }),
    fetch(`${forced.url}/api/auth/token`, { method: "POST", body: token }),
    post("/api/auth/request-password-reset", { email }),
    post("/api/auth/reset-password", { email, code: "123456", new_password: "a long password" }),
    post("/api/auth/passkey/options", {}),
  ]);
  for (const refusal of refusals) {
    expect([refusal.url, refusal.status, await refusal.json()]).toEqual([
      refusal.url,
      403,
      { detail: laterTexts.sso.only },
    ]);
  }
  expect(await (await fetch(`${forced.url}/api/config`)).json()).toMatchObject({
    sso: { only: true, providers: [{ name: "home", label: "The home" }] },
  });

  somebody();
  const begun = await fetch(`${forced.url}/api/auth/sso/home`, { redirect: "manual" });
  const back = await provider.visit(locationOf(begun));
  const done = await caller(forced.url, { cookie: cookiesOf(begun) })("GET", back.pathname + back.search);
  expect(locationOf(done)).toBe("/links");
  const own = caller(forced.url, { cookie: cookiesOf(done), "sec-fetch-site": "same-origin" });
  expect((await own("POST", "/api/auth/set-password", { new_password: "a long password" })).status).toBe(403);
  expect((await own("POST", "/api/users/me/passkeys/options")).status).toBe(403);
  // An extension is connected within a session, and programs have tokens of their own.
  expect((await own("POST", "/api/users/me/tokens", { name: "Phone", scopes: ["read"] })).status).toBe(201);
  const { sign_ins } = (await (await own("GET", "/api/users/me/sign-ins")).json()) as { sign_ins: { id: string }[] };
  const last = await own("DELETE", `/api/users/me/sign-ins/${sign_ins[0]?.id}`);
  expect([last.status, await last.json()]).toEqual([400, { detail: laterTexts.sso.last }]);
});
