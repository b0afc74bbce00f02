import { randomBytes } from "node:crypto";
import { SHARE_TRIES_PER_CLIENT, shareTexts, texts, WRONG_SHARES_PER_MINUTE } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { change, folderOf, ofFolder, ofLink, save, share, SHARES, titlesIn, sharingAt } from "../../test/sharing.ts";

const system = await startTestSystem();
const { url } = system;
const { someone, statusOf, stranger, titlesOf, visit } = sharingAt(system);

test("given a password, then nothing is seen without it; who knows it gets a cookie for this address alone, until it is changed", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Locked title");
  const link = await save(owner, "Locked link", { folder_id: folder.id });
  const shared = await share(owner, { ...ofFolder(folder), public_name: "locked-one", password: "open sesame" });
  const open = await share(owner, ofFolder(await folderOf(owner, "Other")));
  const browse = stranger();
  const enter = (password: string, headers: Record<string, string> = {}) =>
    browse(shared.url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ password }).toString(),
    });

  const asking = await browse(shared.url);
  const form = await asking.text();
  expect([asking.status, asking.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow, noarchive"]);
  expect(form).not.toMatch(/Locked (?:title|link)/);
  for (const path of [`/icons/${link.id}`, `/pictures/${link.id}`, "/feed.atom", "/feed.json"]) {
    expect([path, await statusOf(shared.url + path)]).toEqual([path, 404]);
  }

  const wrong = await enter("open barley");
  expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([403, []]);
  expect(await wrong.text()).toContain('role="alert"');
  const forgedPost = await enter("open sesame", { "sec-fetch-site": "cross-site" });
  expect([forgedPost.status, forgedPost.headers.getSetCookie()]).toEqual([403, []]);
  const right = await enter("open sesame", { "sec-fetch-site": "same-origin" });
  expect([right.status, right.headers.get("location")]).toEqual([303, "/s/locked-one"]);
  const [cookie = ""] = right.headers.getSetCookie();
  expect(cookie).toMatch(/^satchel_share=[^;]+; Path=\/s\/locked-one; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const seen = await browse(shared.url, { headers });
  expect(titlesIn(await seen.text())).toEqual(["Locked link"]);
  expect(seen.headers.get("x-robots-tag")).toContain("noindex");
  expect((await browse(`${shared.url}/icons/${link.id}`, { headers })).status).toBe(200);

  for (const forged of ["satchel_share=1.x", `${headers.cookie}x`, "satchel_share=9999999999.", "satchel_share"]) {
    expect(await (await browse(shared.url, { headers: { cookie: forged } })).text()).toBe(form);
  }
  // Where there is none, nobody is asked for one.
  const post = await browse(open.url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "password=x",
  });
  expect([post.status, post.headers.getSetCookie()]).toEqual([303, []]);

  await change(owner, shared, { password: "open barley" });
  await eventually(async () => expect(await (await browse(shared.url, { headers })).text()).toBe(form));
});

test("given a client that guesses passwords, then it has to wait, on a page; others need not", async () => {
  const owner = await someone();
  const shared = await share(owner, { ...ofFolder(await folderOf(owner, "Guessed")), password: "open sesame" });
  const browse = stranger();
  const body = (password: string): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ password }).toString(),
  });
  for (let tried = 0; tried < SHARE_TRIES_PER_CLIENT; tried++) {
    expect((await browse(shared.url, body(`wrong ${tried}`))).status).toBe(403);
  }
  const limited = await browse(shared.url, body("open sesame"));
  expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await limited.text()).toContain("Too many requests");
  expect((await visit(shared.url, body("open sesame"))).status).toBe(303);
});

test("given another account, then it can't share what is not its own, or see, change and end what others share", async () => {
  const [mine, theirs] = [await someone(), await someone()];
  const folder = await folderOf(theirs, "Theirs");
  const link = await save(theirs, "Their link", { folder_id: folder.id });
  const shared = await share(theirs, ofFolder(folder));
  for (const [body, detail] of [
    [ofFolder(folder), texts.folders.notFound],
    [ofLink(link), texts.links.notFound],
  ] as const) {
    const refused = await mine.call("POST", SHARES, body);
    expect([refused.status, await refused.json()]).toEqual([404, { detail }]);
  }
  for (const [method, body] of [["PATCH", { notes: true }], ["DELETE"]] as const) {
    const refused = await mine.call(method, `${SHARES}/${shared.id}`, body);
    expect([refused.status, await refused.json()]).toEqual([404, { detail: shareTexts.notFound }]);
  }
  expect(await (await mine.call("GET", SHARES)).json()).toEqual({ shares: [] });
  expect(await titlesOf(shared)).toEqual(["Their link"]);
  // A picture of my own link is none of their folder's.
  expect(await statusOf(`${shared.url}/icons/${(await save(mine, "Own")).id}`)).toBe(404);
  const token = (await (
    await mine.call("POST", "/api/users/me/tokens", { name: "x", scopes: ["read", "add", "change"] })
  ).json()) as { token: string };
  const byToken = await fetch(url + SHARES, { headers: { authorization: `Bearer ${token.token}` } });
  expect(byToken.status).toBe(403);
});

test("given wrong input, then it is refused with its fault, and nothing is shared or changed", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Strict");
  const source = { kind: "folder", folder_id: folder.id };
  const wrong = [
    { public_name: "" },
    { public_name: "ab" },
    { public_name: "Ada" },
    { public_name: "-ada" },
    { public_name: "ada--lovelace" },
    { public_name: "ada/../api" },
    { public_name: "ada\u0000" },
    { public_name: "x".repeat(61) },
    { public_name: 7 },
    { notes: "yes" },
    { expires_at: "tomorrow" },
    { expires_at: 0 },
    { password: "short" },
    { password: "x".repeat(1001) },
    { password: 123456 },
    { user_id: "x" },
  ];
  for (const body of [
    {},
    { source: { kind: "all" } },
    { source: { kind: "folder" } },
    { source: { kind: "folder", folder_id: "1" } },
    { source: { kind: "link", link_id: "../x" } },
    ...wrong.map((more) => ({ source, ...more })),
  ]) {
    expect([body, (await owner.call("POST", SHARES, body)).status]).toEqual([body, 422]);
  }
  expect(await (await owner.call("GET", SHARES)).json()).toEqual({ shares: [] });
  const shared = await share(owner, { source });
  for (const body of [...wrong, { source }]) {
    expect([body, (await owner.call("PATCH", `${SHARES}/${shared.id}`, body)).status]).toEqual([body, 422]);
  }
  expect((await owner.call("PATCH", `${SHARES}/not-an-id`, {})).status).toBe(422);
  expect(await (await owner.call("GET", SHARES)).json()).toEqual({ shares: [shared] });
});

test("given addresses of all kinds that open nothing, then each has the same page and status; too many of one client have to wait", async () => {
  const never = await (await visit("/s/nothing-here")).text();
  const names = [
    "x",
    "..%2F..%2Fapi",
    "%00",
    "%3Cscript%3E",
    "a".repeat(59),
    "a".repeat(290),
    "ada*",
    "at.x",
    ">",
    "a/b",
    "a/feed.rss",
    "a/icons/x",
    "a/pictures/..%2f",
  ];
  for (const name of names) {
    const answer = await visit(`/s/${name}`);
    expect([name, answer.status, await answer.text()]).toEqual([name, 404, never]);
  }
  for (const [type, body] of [
    ["application/json", '{"password":7}'],
    ["application/json", "{"],
    ["text/plain", "x"],
    ["application/x-www-form-urlencoded", "password=a&password=b&%ff%00=%"],
    ["multipart/form-data; boundary=x", "--x"],
  ] as const) {
    const answer = await visit("/s/nothing-here", { method: "POST", headers: { "content-type": type }, body });
    expect([type, answer.status >= 400 && answer.status < 500, answer.headers.getSetCookie()]).toEqual([
      type,
      true,
      [],
    ]);
  }
  const guess = stranger();
  const statuses: number[] = [];
  // A minute may end meanwhile, and another begin.
  for (let sent = 0; sent <= 2 * WRONG_SHARES_PER_MINUTE && !statuses.includes(429); sent++) {
    statuses.push((await guess(`/s/${randomBytes(16).toString("base64url")}`)).status);
  }
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});

test("whatever a stranger asks of a shared folder or of any address, then it is a page that says so, shows nothing else, and changes nothing", async () => {
  const owner = await someone();
  const folder = await folderOf(owner, "Shown");
  const inside = await save(owner, "Inside", { folder_id: folder.id });
  const outside = await save(owner, "Hidden beside it", { notes: "Hidden note" });
  const shared = await share(owner, { ...ofFolder(folder), password: "open sesame" });
  const open = await share(owner, ofFolder(await folderOf(owner, "Open")));
  const listed = async (): Promise<unknown> =>
    ((await (await owner.call("GET", SHARES)).json()) as { shares: object[] }).shares.map((one) => ({
      ...one,
      visits: undefined,
    }));
  const before = await listed();

  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }).map((one) => encodeURIComponent(one.toWellFormed())),
    fc.constantFrom("%", "%ff", "%00", "..%2f..", "%2e%2e", "1", "-1", "1e9", "__proto__", "a".repeat(500)),
  );
  const ends = fc.oneof(
    text.map((one) => `/${one}`),
    fc.constantFrom("", "/", "/feed.atom", "/feed.json", "/feed.rss"),
    fc
      .tuple(fc.constantFrom("icons", "pictures"), fc.oneof(text, fc.constantFrom(inside.id, outside.id)))
      .map((all) => `/${all.join("/")}`),
  );
  const paths = fc.oneof(
    fc
      .tuple(fc.constantFrom(new URL(shared.url).pathname, new URL(open.url).pathname), ends)
      .map((all) => all.join("")),
    fc.tuple(text, ends).map(([name, end]) => `/s/${name}${end}`),
  );
  const query = fc
    .array(fc.tuple(fc.constantFrom("page", "size", "v", "password", "x"), text), { maxLength: 3 })
    .map((all) => all.map((one) => one.join("=")).join("&"));
  const headers = fc.record(
    {
      cookie: fc.string({ unit: "grapheme-ascii", maxLength: 60 }).map((one) => `satchel_share=${one}`),
      "content-type": fc.constantFrom(
        "application/x-www-form-urlencoded",
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
      ),
      "accept-language": fc.string({ unit: "grapheme-ascii", maxLength: 30 }),
      "if-none-match": fc.constantFrom("*", '"x"', 'W/"'),
      "if-modified-since": fc.constantFrom("never", new Date().toUTCString()),
    },
    { requiredKeys: [] },
  );
  const methods = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  await fc.assert(
    fc.asyncProperty(
      methods,
      paths,
      query,
      headers,
      fc.string({ maxLength: 200 }),
      async (method, path, search, sent, body) => {
        const answer = await visit(`${path}?${search}`, {
          method,
          headers: sent as Record<string, string>,
          ...(method === "GET" || method === "HEAD" ? {} : { body }),
        });
        const seen = await answer.text();
        expect([method, path, search, answer.status, answer.status < 500 && answer.status !== 429]).toEqual([
          method,
          path,
          search,
          answer.status,
          true,
        ]);
        expect(seen).not.toMatch(/Inside|Hidden/);
        expect(answer.headers.getSetCookie()).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
  expect(await listed()).toEqual(before);
});
