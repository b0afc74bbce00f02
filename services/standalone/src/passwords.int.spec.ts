import { texts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { Browser } from "../test/browser.ts";
import { codesTo, next } from "../test/mailbox.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();
const browser = (): Browser => new Browser(instance);

let people = 0;
const somebody = (): string => `somebody${++people}@passwords.example`;

const set = (who: Browser, password: string) => who.call("POST", "/api/auth/set-password", { new_password: password });
const change = (who: Browser, old: string, password: string) =>
  who.call("PUT", "/api/users/me/password", { old_password: old, new_password: password });
const remove = (who: Browser, old: string) => who.call("DELETE", "/api/users/me/password", { old_password: old });
const hasPassword = async (who: Browser): Promise<unknown> =>
  ((await who.call("GET", "/api/users/me")).body as { has_password: boolean }).has_password;

test("given an account without a password, when one is set, then it opens the account, and every other session ends", async () => {
  const email = somebody();
  const [me, elsewhere] = [await browser().signIn(email), await browser().signIn(email)];

  const answer = await set(me, "correct horse");

  expect(answer).toMatchObject({ status: 200, body: { has_password: true, sender_emails: [{ email }] } });
  expect(answer.headers.get("x-satchel-stale")).toBeNull();
  expect(await me.isIn()).toBe(true);
  expect(await elsewhere.isIn()).toBe(false);
  const other = browser();
  expect(await other.signInWithPassword(email, "correct horse")).toMatchObject({
    status: 200,
    body: { token_type: "bearer" },
  });
  expect(await other.isIn()).toBe(true);
  expect(await set(me, "another one")).toMatchObject({ status: 400, body: { detail: texts.password.alreadySet } });
});

test("the form has a field for staying logged in, which is on by default", async () => {
  const email = somebody();
  await set(await browser().signIn(email), "correct horse");

  const lives = async (more: Record<string, string>): Promise<boolean[]> => {
    const { headers } = await browser().signInWithPassword(email, "correct horse", more);
    return headers.getSetCookie().map((cookie) => /Max-Age=\d+/.test(cookie));
  };
  expect(await lives({})).toEqual([true, true]);
  expect(await lives({ stay_logged_in: "true" })).toEqual([true, true]);
  expect(await lives({ stay_logged_in: "false" })).toEqual([false, false]);
});

test("wherever a new password is set, one that is too short is an error of the catalogue, and changes nothing", async () => {
  const email = somebody();
  const me = await browser().signIn(email);
  const tooShort = {
    status: 422,
    body: { detail: texts.password.tooShort, errors: [{ path: "/new_password", message: texts.password.tooShort }] },
  };

  for (const password of ["", "12345", "👍👍👍"]) expect(await set(me, password)).toMatchObject(tooShort);
  for (const password of ["x".repeat(1001), 123456, null]) {
    expect((await set(me, password as string)).status).toBe(422);
  }
  expect(await hasPassword(me)).toBe(false);
  await set(me, "correct horse");
  expect(await change(me, "correct horse", "12345")).toMatchObject(tooShort);
  const before = (await codesTo(instance, email)).length;
  await browser().call("POST", "/api/auth/request-password-reset", { email });
  const code = await next(codesTo, instance, email, before);
  const reset = (password: string) =>
    browser().call("POST", "/api/auth/reset-password", { email, code, new_password: password });
  expect(await reset("12345")).toMatchObject(tooShort);

  expect((await browser().signInWithPassword(email, "correct horse")).status).toBe(200);
  expect((await reset("battery staple")).status).toBe(200);
});

test("changing the password requires the old one; a wrong one is 400 and changes nothing", async () => {
  const email = somebody();
  const me = await browser().signIn(email);
  await set(me, "correct horse");
  const elsewhere = await browser().signIn(email);

  expect(await change(me, "wrong horse", "battery staple")).toMatchObject({
    status: 400,
    body: { detail: "Invalid old password." },
  });
  expect(await elsewhere.isIn()).toBe(true);
  expect(await change(me, "correct horse", "battery staple")).toMatchObject({
    status: 200,
    body: { has_password: true },
  });

  expect(await me.isIn()).toBe(true);
  expect(await elsewhere.isIn()).toBe(false);
  expect((await browser().signInWithPassword(email, "correct horse")).status).toBe(401);
  expect((await browser().signInWithPassword(email, "battery staple")).status).toBe(200);
});

test("removing the password requires it in the body; afterwards signing in is by code", async () => {
  const email = somebody();
  const me = await browser().signIn(email);
  expect(await remove(me, "correct horse")).toMatchObject({ status: 400, body: { detail: texts.password.none } });
  await set(me, "correct horse");
  const elsewhere = await browser().signIn(email);

  expect((await me.call("DELETE", "/api/users/me/password")).status).toBe(422);
  expect(await remove(me, "wrong horse")).toMatchObject({ status: 400, body: { detail: "Invalid old password." } });
  expect(await hasPassword(me)).toBe(true);
  expect((await remove(me, "correct horse")).status).toBe(204);

  expect(await hasPassword(me)).toBe(false);
  expect(await elsewhere.isIn()).toBe(false);
  expect((await browser().signInWithPassword(email, "correct horse")).status).toBe(401);
  expect(await browser().signInWithPassword(email)).toMatchObject({
    status: 401,
    body: { detail: "Email verification required" },
  });
  expect((await change(me, "correct horse", "battery staple")).status).toBe(400);
});

test("a forgotten password is replaced by a mailed code, once, and every session ends", async () => {
  const email = somebody();
  const me = await browser().signIn(email);
  await set(me, "correct horse");
  const signInCode = await browser().askForCode(email, "/api/auth/resend-code");
  const before = (await codesTo(instance, email)).length;

  const visitor = browser();
  expect(await visitor.call("POST", "/api/auth/request-password-reset", { email })).toMatchObject({
    status: 200,
    body: { status: "reset_sent" },
  });
  const code = await next(codesTo, instance, email, before);
  const reset = (with_: string, password = "battery staple") =>
    visitor.call("POST", "/api/auth/reset-password", { email, code: with_, new_password: password });
  const refused = { status: 400, body: { detail: texts.reset.invalid } };
  if (signInCode !== code) expect(await reset(signInCode)).toMatchObject(refused);
  expect((await reset(code, "12345")).status).toBe(422);
  expect((await browser().call("POST", "/api/auth/verify-email", { email, code })).status).toBe(400);
  expect(await me.isIn()).toBe(true);

  expect(await reset(code)).toMatchObject({ status: 200, body: { status: "password_reset" } });

  expect(await me.isIn()).toBe(false);
  expect(await visitor.isIn()).toBe(false);
  expect(await reset(code)).toMatchObject(refused);
  expect((await browser().signInWithPassword(email, "correct horse")).status).toBe(401);
  expect((await browser().signInWithPassword(email, "battery staple")).status).toBe(200);
});
