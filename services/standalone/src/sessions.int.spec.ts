import { randomUUID } from "node:crypto";
import { laterTexts, type Session, texts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { Browser } from "../test/browser.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36";
const browser = (userAgent = FIREFOX): Browser => new Browser(instance, { "user-agent": userAgent });

let people = 0;
const somebody = (): string => `somebody${++people}@sessions.example`;

const sessionsOf = async (who: Browser): Promise<Session[]> => {
  const { status, body } = await who.call("GET", "/api/users/me/sessions");
  if (status !== 200) throw new Error(`sessions: ${status}`);
  return (body as { sessions: Session[] }).sessions;
};
const end = (who: Browser, id: string) => who.call("DELETE", `/api/users/me/sessions/${id}`);

test("an account sees where it is signed in, the last used first, and which of them is asking", async () => {
  const email = somebody();
  const desk = await browser().signIn(email);
  const phone = await browser(CHROME).signIn(email);

  const seen = await sessionsOf(desk);

  expect(seen.map(({ device, is_current }) => [device, is_current])).toEqual([
    ["Chrome on Android", false],
    ["Firefox on Linux", true],
  ]);
  for (const { created_at, last_used_at, expires_at } of seen) {
    expect(created_at <= last_used_at && last_used_at < expires_at).toBe(true);
  }
  expect((await sessionsOf(phone)).map(({ is_current }) => is_current)).toEqual([true, false]);
  await eventually(() => new Date().toISOString() > (seen[0]?.last_used_at ?? ""));
  expect((await desk.call("POST", "/api/auth/refresh-token")).status).toBe(200);
  expect((await sessionsOf(desk)).map(({ device }) => device)).toEqual(["Firefox on Linux", "Chrome on Android"]);
});

test("a lost phone is signed out from the desk: its token, its refresh token and its open page end", async () => {
  const email = somebody();
  const desk = await browser().signIn(email);
  const phone = await browser(CHROME).signIn(email);
  const page = await fetch(`${instance.url}/api/events`, { headers: { cookie: phone.cookieHeader } });
  expect(page.status).toBe(200);
  let pageEnded = false;
  const reading = (async () => {
    for await (const _ of page.body ?? []);
  })();
  reading.then(
    () => (pageEnded = true),
    () => (pageEnded = true),
  );
  const lost = (await sessionsOf(desk)).find(({ is_current }) => !is_current)?.id ?? "";

  expect((await end(desk, lost)).status).toBe(204);

  await eventually(async () => !(await phone.isIn()));
  expect(await phone.call("GET", "/api/links/")).toMatchObject({
    status: 401,
    body: { detail: texts.session.missing },
  });
  expect((await phone.call("POST", "/api/auth/refresh-token")).status).toBe(401);
  await eventually(() => pageEnded);
  expect(await sessionsOf(desk)).toHaveLength(1);
  expect(await end(desk, lost)).toMatchObject({ status: 404, body: { detail: laterTexts.sessions.notFound } });
});

test("a user can neither see nor end sessions of others", async () => {
  const [me, other] = [await browser().signIn(somebody()), await browser().signIn(somebody())];
  const [theirs] = await sessionsOf(other);

  expect((await end(me, theirs?.id ?? "")).status).toBe(404);
  expect((await end(me, randomUUID())).status).toBe(404);
  expect((await end(me, "not-an-id")).status).toBe(422);

  expect(await other.isIn()).toBe(true);
  expect(await sessionsOf(me)).toHaveLength(1);
});

test("ending the current session deletes its cookies", async () => {
  const me = await browser().signIn(somebody());
  const [mine] = await sessionsOf(me);
  const kept = new Browser(instance, { cookie: me.cookieHeader });

  expect((await end(me, mine?.id ?? "")).status).toBe(204);

  expect(me.cookies.size).toBe(0);
  await eventually(async () => !(await kept.isIn()));
});

test("signing out ends the session also for a client that kept its tokens", async () => {
  const me = await browser().signIn(somebody());
  const kept = me.cookieHeader;
  const token = me.cookies.get("satchel_access") ?? "";

  expect((await me.call("POST", "/api/auth/logout")).status).toBe(204);

  expect(me.cookies.size).toBe(0);
  for (const headers of [{ cookie: kept }, { authorization: `Bearer ${token}` }]) {
    const thief = new Browser(instance, headers as Record<string, string>);
    await eventually(async () => !(await thief.isIn()));
    expect((await thief.call("GET", "/api/users/me")).status).toBe(401);
    expect((await thief.call("POST", "/api/auth/refresh-token")).status).toBe(401);
  }
});
