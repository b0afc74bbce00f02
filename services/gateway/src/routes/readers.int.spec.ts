import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { BOOK_MAILS_PER_DAY, READERS_PER_USER, texts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Client, startTestSystem } from "../../test/gateway.ts";
import { filesOf, type Reader, readersOf } from "../../test/readers.ts";

const system = await startTestSystem();
// The export of an account lists the feeds that it follows.
await system.startEnrichment("127.0.0.1:9");
const someone = readersOf(system, "mailed");

/** The mails to an address, the oldest first. */
async function mailsTo(address: string): Promise<string[]> {
  const names = (await readdir(system.outbox)).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(system.outbox, name), "latin1")));
  return mails.filter((mail) => new RegExp(`^To: .*${address}`, "m").test(mail));
}
const codeIn = (mail: string | undefined): string => /^Subject: (\d{6})/m.exec(mail ?? "")?.[1] ?? "none";

const add = (owner: Client, email: string): Promise<Response> => owner.call("POST", "/api/users/me/readers", { email });
const confirm = (owner: Client, email: string, code: string): Promise<Response> =>
  owner.call("POST", "/api/users/me/readers/confirm", { email, code });
const send = (owner: Client, email: string, book: object): Promise<Response> =>
  owner.call("POST", "/api/users/me/readers/send", { email, book });
const listed = async (owner: Client): Promise<unknown> =>
  ((await (await owner.call("GET", "/api/users/me/readers")).json()) as { readers: unknown }).readers;

let devices = 0;
async function withKindle(owner: Reader): Promise<string> {
  const email = `device${++devices}@kindle.com`;
  const { code_sent_to } = (await (await add(owner, email)).json()) as { code_sent_to: string };
  const code = await eventually(async () => codeIn((await mailsTo(code_sent_to)).at(-1)));
  expect((await confirm(owner, email, code)).status).toBe(200);
  return email;
}

test("given a Kindle, then its code is mailed to the account, and once confirmed an article is mailed to it", async () => {
  const owner = await someone();
  const link = await owner.keep("Straps", {}, "Waxed thread.");
  const email = `me${Date.now()}@kindle.com`;
  const added = await add(owner, ` ${email.toUpperCase()}`);
  const shown = (await added.json()) as { email: string; code_sent_to: string };
  expect([added.status, shown.email]).toEqual([201, email]);
  expect(shown.code_sent_to).toMatch(/^mailed\d+@satchel\.example$/);
  expect(await mailsTo(email)).toEqual([]);
  expect(await listed(owner)).toEqual([{ email, is_confirmed: false }]);

  expect((await send(owner, email, { link_id: link.id })).status).toBe(404);
  const code = await eventually(async () => codeIn((await mailsTo(shown.code_sent_to)).at(-1)));
  const wrong = await confirm(owner, email, "000000");
  expect([wrong.status, await wrong.json()]).toEqual([400, { detail: texts.verification.invalid }]);
  expect((await confirm(owner, email, code)).status).toBe(200);
  expect(await listed(owner)).toEqual([{ email, is_confirmed: true }]);
  expect((await mailsTo(shown.code_sent_to)).at(-1)).toContain(email);

  const sent = await send(owner, email, { link_id: link.id });
  expect([sent.status, await sent.json()]).toEqual([202, { mails: 1 }]);
  const mail = await eventually(async () => {
    const [first] = await mailsTo(email);
    if (first === undefined) throw new Error("no mail yet");
    return first;
  });
  expect(mail).toMatch(/^Subject: Straps\r$/m);
  expect(mail).toContain("filename=Straps.epub");
  const body = /filename=Straps\.epub\r\n(?:.+\r\n)*\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail)?.[1] ?? "";
  const bytes = Buffer.from(body, "base64");
  expect(filesOf(new Uint8Array(bytes).buffer)["EPUB/article-1.xhtml"]).toContain("Waxed thread.");

  const list = await send(owner, email, { list: { unread_only: true, days: 7 } });
  expect(list.status).toBe(202);
  await eventually(async () => expect((await mailsTo(email)).length).toBe(2));
});

test("given any other address, then its code is mailed there, and the account can't confirm it without that", async () => {
  const owner = await someone();
  const email = `other${Date.now()}@post.example`;
  const added = (await (await add(owner, email)).json()) as { code_sent_to: string };
  expect(added.code_sent_to).toBe(email);
  const code = await eventually(async () => codeIn((await mailsTo(email)).at(-1)));
  // Another account that names the same address gets nothing by this code.
  const stranger = await someone();
  expect((await confirm(stranger, email, code)).status).toBe(400);
  expect((await confirm(owner, email, code)).status).toBe(200);
  expect(await listed(stranger)).toEqual([]);
});

test("given another account's e-reader or link, then nothing is sent", async () => {
  const [owner, other] = [await someone(), await someone()];
  const link = await owner.keep("Private");
  const theirs = await withKindle(owner);
  const own = await withKindle(other);
  for (const [email, book] of [
    [theirs, { list: {} }],
    [theirs, { link_id: link.id }],
    [own, { link_id: link.id }],
  ] as const) {
    expect((await send(other, email, book)).status).toBe(404);
  }
  expect([...(await mailsTo(theirs)), ...(await mailsTo(own))]).toEqual([]);
  expect((await other.call("DELETE", "/api/users/me/readers", { email: theirs })).status).toBe(404);
});

test("given a removed e-reader, then nothing is sent to it, and with the account all of them are gone", async () => {
  const owner = await someone();
  const link = await owner.keep("One");
  const email = await withKindle(owner);
  expect((await owner.call("DELETE", "/api/users/me/readers", { email })).status).toBe(204);
  expect((await send(owner, email, { link_id: link.id })).status).toBe(404);
  expect(await listed(owner)).toEqual([]);
  const account = JSON.stringify(await (await owner.call("GET", "/api/users/me/export")).json());
  expect(account).toContain(email);
  expect((await owner.call("DELETE", "/api/users/me")).status).toBe(204);
});

test("given many e-readers, codes or mails, then there is an end to each", async () => {
  const owner = await someone();
  const link = await owner.keep("Small");
  const email = await withKindle(owner);
  for (let at = 1; at < READERS_PER_USER; at++)
    expect((await add(owner, `more${at}x${devices}@elsewhere.example`)).status).toBe(201);
  expect((await add(owner, "one-more@kindle.com")).status).toBe(429);
  for (let at = 0; at < BOOK_MAILS_PER_DAY; at++)
    expect((await send(owner, email, { link_id: link.id })).status).toBe(202);
  expect((await send(owner, email, { link_id: link.id })).status).toBe(429);
  await eventually(async () => expect((await mailsTo(email)).length).toBe(BOOK_MAILS_PER_DAY));
});

test("given an API token, then it neither adds e-readers nor sends anything", async () => {
  const { token } = await (await someone()).newToken(["read", "add", "change"]);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ email: "a@kindle.com", book: { list: {} } });
  const answer = await fetch(`${system.url}/api/users/me/readers/send`, { method: "POST", headers, body });
  expect(answer.status).toBe(403);
});

test("whatever is sent, the answer says what is wrong, and no mail goes out", async () => {
  const owner = await someone();
  const email = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      "a@kindle.com\r\nBcc: b@post.example",
      "@kindle.com",
      "a@b@kindle.com",
      "a\0@kindle.com",
      "kindle.com",
    ),
  );
  const book = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom({ list: { q: "((" } }, { link_id: "x" }, { list: { days: -1 } }, {}),
  );
  const path = fc.constantFrom("send", "confirm");
  const before = (await readdir(system.outbox)).length;
  await fc.assert(
    fc.asyncProperty(path, email, book, async (to, address, of) => {
      const body = to === "send" ? { email: address, book: of } : { email: address, code: "1" };
      const answer = await owner.call("POST", `/api/users/me/readers/${to}`, body);
      expect([400, 404, 422, 429]).toContain(answer.status);
      expect(await answer.json()).toHaveProperty("detail");
    }),
    { numRuns: 100 },
  );
  expect((await readdir(system.outbox)).length).toBe(before);
});
