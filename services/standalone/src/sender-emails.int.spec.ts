import { laterTexts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { Browser } from "../test/browser.ts";
import { sendMail } from "../test/instance.ts";
import { codesTo, next, tokensTo } from "../test/mailbox.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();
const browser = (): Browser => new Browser(instance);

let people = 0;
const somebody = (): string => `somebody${++people}@sender-emails.example`;

const add = (who: Browser, email: unknown) => who.call("POST", "/api/sender-emails/", { email });
const confirm = (who: Browser, token: unknown) => who.call("POST", "/api/sender-emails/confirm", { token });
const remove = (who: Browser, email: string) => who.call("DELETE", "/api/sender-emails/", { email });
const addresses = async (who: Browser): Promise<unknown> =>
  ((await who.call("GET", "/api/sender-emails/")).body as { sender_emails: unknown }).sender_emails;

/** Adds an address and confirms it through the mailed link. */
async function addConfirmed(who: Browser, email: string): Promise<void> {
  const before = (await tokensTo(instance, email)).length;
  expect((await add(who, email)).status).toBe(201);
  expect((await confirm(who, await next(tokensTo, instance, email, before))).status).toBe(200);
}

const primary = (email: string) => ({ email, is_primary: true, is_confirmed: true });
const pending = (email: string) => ({ email, is_primary: false, is_confirmed: false });
const confirmed = (email: string) => ({ email, is_primary: false, is_confirmed: true });

test("a further address is pending until the mailed link is followed; then it opens the account and takes mail", async () => {
  const [first, second] = [somebody(), somebody()];
  const me = await browser().signIn(first);

  expect(await add(me, ` ${second.toUpperCase()} `)).toMatchObject({ status: 201, body: pending(second) });

  expect(await addresses(me)).toEqual([primary(first), pending(second)]);
  await expect(sendMail(instance, { from: second, text: "https://example.org/too-early" })).rejects.toThrow(/550/);
  expect(await me.call("POST", "/api/auth/register", { email: second })).toMatchObject({
    body: { status: "verification_sent" },
  });
  const token = await next(tokensTo, instance, second, 0);

  expect(await confirm(me, token)).toMatchObject({ status: 200, body: confirmed(second) });

  expect(await addresses(me)).toEqual([primary(first), confirmed(second)]);
  expect((await me.call("GET", "/api/users/me")).body).toMatchObject({
    sender_emails: [primary(first), confirmed(second)],
  });
  expect(await me.call("POST", "/api/auth/register", { email: second })).toMatchObject({
    body: { status: "logged_in" },
  });
  expect(await addresses(await browser().signIn(second))).toEqual([primary(first), confirmed(second)]);
  await sendMail(instance, { from: second, text: "https://example.org/in-time" });
  expect(await confirm(me, token)).toMatchObject({
    status: 404,
    body: { detail: laterTexts.senderEmails.confirmation },
  });
});

test("an address of another account is 409; one that is only pending there is not", async () => {
  const [mine, theirs, wanted] = [somebody(), somebody(), somebody()];
  const [me, other] = [await browser().signIn(mine), await browser().signIn(theirs)];
  const taken = { status: 409, body: { detail: "Email already registered to another account." } };

  expect(await add(me, theirs)).toMatchObject(taken);
  await add(other, wanted);
  await addConfirmed(me, wanted);
  expect(await add(other, wanted)).toMatchObject(taken);
  expect(await addresses(me)).toEqual([primary(mine), confirmed(wanted)]);
});

test("an invalid address is 422 and is not added", async () => {
  const first = somebody();
  const me = await browser().signIn(first);

  for (const email of ["", " ", "no address", "a@b", "a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example"]) {
    expect([email, (await add(me, email)).status]).toEqual([email, 422]);
  }
  expect(await add(me, "no address")).toMatchObject({ body: { detail: "Please enter a valid email address." } });
  for (const email of [7, null, [first], {}]) expect((await add(me, email)).status).toBe(422);
  expect(await addresses(me)).toEqual([primary(first)]);
});

test("the last and the primary address can't be deleted; another one can, and others may then add it", async () => {
  const [first, second] = [somebody(), somebody()];
  const me = await browser().signIn(first);
  expect(await remove(me, first)).toMatchObject({
    status: 400,
    body: { detail: "Cannot delete the last sender email." },
  });
  await addConfirmed(me, second);

  expect(await remove(me, first)).toMatchObject({ status: 400, body: { detail: laterTexts.senderEmails.primary } });
  expect(await remove(me, somebody())).toMatchObject({
    status: 404,
    body: { detail: laterTexts.senderEmails.notFound },
  });
  expect((await me.call("DELETE", "/api/sender-emails/")).status).toBe(422);
  expect((await remove(me, second)).status).toBe(204);

  expect(await addresses(me)).toEqual([primary(first)]);
  await expect(sendMail(instance, { from: second, text: "https://example.org/gone" })).rejects.toThrow(/550/);
  const other = await browser().signIn(second);
  expect(await addresses(other)).toEqual([primary(second)]);
});

test("a code for an address that is pending elsewhere opens an account of its own", async () => {
  const [first, second] = [somebody(), somebody()];
  const me = await browser().signIn(first);
  await add(me, second);
  await next(tokensTo, instance, second, 0);

  const visitor = browser();
  await visitor.call("POST", "/api/auth/register", { email: second });
  const code = await next(codesTo, instance, second, 0);
  await visitor.call("POST", "/api/auth/verify-email", { email: second, code });

  expect(await addresses(visitor)).toEqual([primary(second)]);
  expect(await addresses(me)).toEqual([primary(first), pending(second)]);
});
