import { LINK_PAGE_SIZE_MAX, type Link, type User } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { Browser } from "../test/browser.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();
const PATH = "/api/users/me/export";

interface Export {
  readonly profile: User;
  readonly addresses: User["sender_emails"];
  readonly sessions: readonly { device: string; is_current: boolean }[];
  readonly passkeys: readonly unknown[];
  readonly tokens: readonly unknown[];
  readonly feeds: readonly unknown[];
  readonly shares: readonly unknown[];
  readonly webhooks: readonly unknown[];
  readonly folders: readonly { name: string }[];
  readonly links: readonly Link[];
  readonly events: readonly { sequence: number; type: string; context: string; time: string; data: unknown }[];
}

test("an account's export contains everything about it: profile, addresses, sessions, folders, all links, every event", async () => {
  const me = await new Browser(instance).signIn("me@account-export.example");
  const other = await new Browser(instance).signIn("other@account-export.example");
  await other.call("POST", "/api/links/", { url: "https://example.org/of-another" });
  const count = LINK_PAGE_SIZE_MAX + 20;
  const folder = (await me.call("POST", "/api/folders/", { name: "Küche" })).body as { id: number };
  const source = { kind: "folder", folder_id: folder.id };
  const shared = (await me.call("POST", "/api/users/me/shares", { source, password: "open sesame" })).body;
  for (let n = 0; n < count; n++) {
    const { status } = await me.call("POST", "/api/links/", { url: `https://example.org/pages/${n}`, title: `„${n}“` });
    expect(status).toBe(201);
  }
  await me.call("POST", "/api/auth/set-password", { new_password: "correct horse" });

  const { status, headers, body } = await me.call("GET", PATH);

  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="satchel-\d{4}-\d\d-\d\d\.json"$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  const mine = body as Export;
  expect(Object.keys(mine)).toEqual([
    "satchel_account",
    "profile",
    "addresses",
    "sessions",
    "passkeys",
    "sign_ins",
    "tokens",
    "feeds",
    "shares",
    "webhooks",
    "subscriptions",
    "secret_addresses",
    "mail",
    "muted_senders",
    "folders",
    "links",
    "captures",
    "events",
    "rules",
    "highlights",
  ]);
  expect(mine.profile).toMatchObject({ has_password: true, sender_emails: [{ email: "me@account-export.example" }] });
  expect(mine.addresses).toEqual(mine.profile.sender_emails);
  expect(mine.sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  expect(mine.passkeys).toEqual([]);
  expect(mine.tokens).toEqual([]);
  expect(mine.feeds).toEqual([]);
  expect(mine.shares).toMatchObject([{ source, has_password: true, public_name: null }]);
  expect(mine.webhooks).toEqual([]);
  expect(mine.folders.map(({ name }) => name)).toEqual(["Küche"]);
  expect(mine.links.map(({ title }) => title)).toEqual(Array.from({ length: count }, (_, n) => `„${count - 1 - n}“`));
  const types = mine.events.map(({ type }) => type);
  expect(types[0]).toBe("AccountRegistered");
  expect(types.filter((type) => type === "LinkSaved")).toHaveLength(count);
  expect(types).toContain("FolderCreated");
  expect(types).toContain("PasswordSet");
  const sequences = mine.events.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  const text = JSON.stringify(body);
  expect(text).not.toContain("of-another");
  expect(text).not.toContain("other@account-export.example");
  expect(text).not.toContain("correct horse");
  expect(text).not.toContain((shared as { url: string }).url.split("/s/")[1] ?? "no address");
  expect(text).not.toContain("argon2");
});

test("HEAD gets no body, and a call without a session is 401", async () => {
  const me = await new Browser(instance).signIn("head@account-export.example");

  const head = await fetch(instance.url + PATH, { method: "HEAD", headers: { cookie: me.cookieHeader } });
  expect([head.status, head.headers.get("content-disposition")?.split(";")[0]]).toEqual([200, "attachment"]);
  expect((await new Browser(instance).call("GET", PATH)).status).toBe(401);
});

test("given a page of another site that asks for it with the person's cookies, then no answer allows that page to read it", async () => {
  const me = await new Browser(instance).signIn("visited@account-export.example");
  const headers = { cookie: me.cookieHeader, origin: "https://other.example", "sec-fetch-site": "cross-site" };
  for (const method of ["GET", "OPTIONS"]) {
    const answer = await fetch(instance.url + PATH, { method, headers });
    await answer.body?.cancel();
    expect([method, answer.headers.get("cross-origin-resource-policy")]).toEqual([method, "same-origin"]);
    const allowing = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect([method, allowing]).toEqual([method, []]);
  }
});

test("given an interrupted download, then the next one succeeds", async () => {
  const me = await new Browser(instance).signIn("away@account-export.example");
  const abort = new AbortController();
  const broken = fetch(instance.url + PATH, { headers: { cookie: me.cookieHeader }, signal: abort.signal });
  abort.abort();
  await expect(broken).rejects.toThrow();

  await eventually(async () => (await me.call("GET", PATH)).status === 200);
});
