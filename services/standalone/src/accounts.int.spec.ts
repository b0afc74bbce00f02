import { CODES_PER_ADDRESS, operations, texts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { Browser } from "../test/browser.ts";
import { codesTo, mailsTo, next } from "../test/mailbox.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();
const browser = (headers: Record<string, string> = {}): Browser => new Browser(instance, headers);

let people = 0;
const somebody = (): string => `somebody${++people}@accounts.example`;

const verify = (who: Browser, email: string, code: string) =>
  who.call("POST", "/api/auth/verify-email", { email, code });
const refusedCode = { status: 400, body: { detail: texts.verification.invalid } };

/** A wrong code of the right form. */
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("asking for an address answers verification_sent, password_required or logged_in", async () => {
  const email = somebody();
  const me = await browser().signIn(email);

  expect(await me.call("POST", "/api/auth/register", { email })).toMatchObject({
    status: 200,
    body: { status: "logged_in" },
  });
  expect(await browser().call("POST", "/api/auth/register", { email })).toMatchObject({
    status: 200,
    body: { status: "verification_sent" },
  });
  await me.call("POST", "/api/auth/set-password", { new_password: "correct horse" });
  const codes = await codesTo(instance, email);
  expect(await browser().call("POST", "/api/auth/register", { email })).toMatchObject({
    status: 200,
    body: { status: "password_required" },
  });
  expect(await codesTo(instance, email)).toEqual(codes);
});

test("a code signs in once; a wrong one, a used one, a replaced one and that of another address get the same refusal", async () => {
  const email = somebody();
  const me = browser();
  const replaced = await me.askForCode(email);
  const code = await me.askForCode(email, "/api/auth/resend-code");

  if (replaced !== code) expect(await verify(me, email, replaced)).toMatchObject(refusedCode);
  expect(await verify(me, email, otherThan(code))).toMatchObject(refusedCode);
  expect(await verify(me, somebody(), code)).toMatchObject(refusedCode);
  expect(await verify(me, "no address", code)).toMatchObject(refusedCode);
  expect(await me.isIn()).toBe(false);
  expect(await verify(me, email, code)).toMatchObject({ status: 200, body: { token_type: "bearer" } });
  expect(await me.isIn()).toBe(true);
  expect(await verify(browser(), email, code)).toMatchObject(refusedCode);
});

test("requests for codes over the limit of an address are 429, with the seconds to wait, and no code is mailed", async () => {
  const email = somebody();
  for (let n = 0; n < CODES_PER_ADDRESS; n++) await browser().askForCode(email);

  const answer = await browser().call("POST", "/api/auth/register", { email });

  expect(answer).toMatchObject({ status: 429, body: { detail: texts.server.tooMany } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await mailsTo(instance, email)).toHaveLength(CODES_PER_ADDRESS);
});

test("signing in by form without a password mails a code where there is none, and asks for it where there is one", async () => {
  const email = somebody();
  const me = browser();

  expect(await me.signInWithPassword(email)).toMatchObject({
    status: 401,
    body: { detail: "Email verification required" },
  });
  const code = await next(codesTo, instance, email, 0);
  expect((await verify(me, email, code)).status).toBe(200);
  await me.call("POST", "/api/auth/set-password", { new_password: "correct horse" });
  for (const password of [undefined, ""]) {
    expect(await browser().signInWithPassword(email, password)).toMatchObject({
      status: 401,
      body: { detail: "Password required" },
    });
  }
});

test("the call accepts a form only: JSON is 415, a repeated or missing field is 422", async () => {
  const form = (text: string) => browser().call("POST", "/api/auth/token", new URLSearchParams(text));

  expect((await browser().call("POST", "/api/auth/token", { username: somebody() })).status).toBe(415);
  expect((await form("username=a@accounts.example&username=b@accounts.example")).status).toBe(422);
  expect((await form("username=a@accounts.example&password=x&password=y")).status).toBe(422);
  expect((await form("password=x")).status).toBe(422);
  expect((await form("username=a@accounts.example&stay_logged_in=perhaps")).status).toBe(422);
});

test("register, resend-code, request-password-reset and a wrong password do not reveal whether an address has an account", async () => {
  const [withPassword, without, unknown] = [somebody(), somebody(), somebody()];
  await browser().signIn(without);
  const owner = await browser().signIn(withPassword);
  await owner.call("POST", "/api/auth/set-password", { new_password: "correct horse" });

  const told = async (email: string, path: string): Promise<unknown> => {
    const { status, body, headers } = await browser().call("POST", path, { email });
    return { status, body, headers: [...headers.keys()].sort() };
  };
  for (const path of ["/api/auth/resend-code", "/api/auth/request-password-reset"]) {
    const answer = await told(unknown, path);
    expect(answer).toMatchObject({ status: 200 });
    expect(await told(withPassword, path)).toEqual(answer);
    expect(await told(without, path)).toEqual(answer);
  }
  expect(await told(without, "/api/auth/register")).toEqual(await told(unknown, "/api/auth/register"));
  for (const email of [withPassword, without, unknown]) {
    expect(await browser().signInWithPassword(email, "wrong password")).toMatchObject({
      status: 401,
      body: { detail: "Invalid email or password" },
    });
  }
});

test("an invalid address is 422 in every call with an address", async () => {
  for (const path of ["register", "resend-code", "request-password-reset"]) {
    for (const email of ["", "no address", "a@b", "a@b.example\r\nBcc: c@d.example", "a".repeat(300), 7, null]) {
      const { status } = await browser().call("POST", `/api/auth/${path}`, { email });
      expect([path, email, status]).toEqual([path, email, 422]);
    }
  }
});

test("a deleted account has no sessions, links and password any more; its address can register again, and that account is empty", async () => {
  const email = somebody();
  const [me, elsewhere] = [await browser().signIn(email), await browser().signIn(email)];
  await me.call("POST", "/api/links/", { url: "https://example.org/to-be-forgotten" });
  await me.call("POST", "/api/folders/", { name: "Secrets" });
  await me.call("POST", "/api/auth/set-password", { new_password: "correct horse" });
  await elsewhere.signIn(email);
  const cookie = me.cookieHeader;

  expect((await me.call("DELETE", "/api/users/me")).status).toBe(204);

  expect(me.cookies.size).toBe(0);
  const before = browser({ cookie });
  for (const { method, path, access, produces } of operations) {
    if (access === "public") continue;
    const { status } = await before.call(method, path.replace(/:\w+/, "00000000-0000-4000-8000-000000000000"));
    expect([method, path, produces, status]).toEqual([method, path, produces, 401]);
  }
  expect(await elsewhere.isIn()).toBe(false);
  expect((await elsewhere.call("POST", "/api/auth/refresh-token")).status).toBe(401);
  expect((await browser().signInWithPassword(email, "correct horse")).status).toBe(401);

  const again = await browser().signIn(email);
  expect((await again.call("GET", "/api/users/me")).body).toMatchObject({
    sender_emails: [{ email, is_primary: true, is_confirmed: true }],
    has_password: false,
  });
  expect((await again.call("GET", "/api/links/")).body).toEqual([]);
  expect((await again.call("GET", "/api/links/count")).body).toEqual({ count: 0 });
  expect((await again.call("GET", "/api/folders/")).body).toEqual([]);
});
