import { eventually, freePort } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { texts } from "@satchel/contracts";
import { follow } from "@satchel/gateway/test/event-source";
import { Browser } from "../test/browser.ts";
import { Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";
import { Operator } from "../test/operator.ts";

const TOKEN = "a-token-for-the-operator-of-this-test";
const [ada, bob] = ["ada@people.example", "bob_b@people.example"];

let instance: Instance;
let admin: string;
let ofAda: Client;

const operator = (): Operator => new Operator(admin, TOKEN);

/** The address of an account's page. */
async function pageOf(browser: Operator, email: string): Promise<string> {
  const { body } = await browser.call(`/admin/accounts?${new URLSearchParams({ search: email }).toString()}`);
  return /href="(\/admin\/accounts\/[\da-f-]{36})"/.exec(body)?.[1] ?? "none";
}

beforeAll(async () => {
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  instance = await startInstance({ ADMIN_TOKEN: TOKEN, ADMIN_PORT: String(port) });
  ofAda = await signIn(instance, ada);
  await signIn(instance, bob);
  await ofAda.json("POST", "/api/links/", { url: "http://secret.example/of-ada" });
});

describe("the operator's list of accounts", () => {
  test("says who has an account, since when, and how many links it keeps, and not which", async () => {
    const browser = await operator().signIn();
    await eventually(async () => {
      const { status, body } = await browser.call("/admin/accounts");
      expect(status).toBe(200);
      expect(body).toMatch(new RegExp(`<bdi>${ada}</bdi></a></th>.*?<td class="number">1</td>`));
      expect(body).toMatch(new RegExp(`<bdi>${bob}</bdi></a></th>.*?<td class="number">0</td>`));
      expect(body).not.toContain("secret.example");
    });
    const { body } = await browser.call(await pageOf(browser, ada));
    expect(body).toContain(`<h1>${ada}</h1>`);
    expect(body).not.toContain("secret.example");
  });

  test("finds a part of an address in any case; characters of patterns mean themselves, and no text breaks it", async () => {
    const browser = await operator().signIn();
    const found = async (search: string): Promise<number> => {
      const { status, body } = await browser.call(`/admin/accounts?${new URLSearchParams({ search }).toString()}`);
      expect(status).toBe(200);
      expect(body).not.toContain("<script>");
      return body.split("<bdi>").length - 1;
    };

    expect(await Promise.all(["ADA@", "people.example", "bob_b", " bob ", ""].map(found))).toEqual([1, 2, 1, 1, 2]);
    const hostile = [
      "%",
      "a_a",
      "\\",
      "'; drop table identity.accounts; --",
      "\0",
      '"><script>alert(1)</script>',
      "x".repeat(3000),
    ];
    expect(await Promise.all(hostile.map(found))).toEqual(hostile.map(() => 0));
    for (const after of ["x", "9999999999999.not-an-id", "0.00000000-0000-4000-8000-000000000000", "-1.", "\0"]) {
      const { status } = await browser.call(`/admin/accounts?${new URLSearchParams({ after }).toString()}`);
      expect(status).toBe(200);
    }
  });

  test("is for nobody without the token, and an account that is not there is said to be missing", async () => {
    for (const path of ["/admin/accounts", "/admin/accounts/00000000-0000-4000-8000-000000000000"]) {
      const { status, headers, body } = await operator().call(path);
      expect([status, headers.get("location"), body]).toEqual([303, "/admin/sign-in", ""]);
    }
    const browser = await operator().signIn();
    for (const id of ["00000000-0000-4000-8000-000000000000", "%00", "..%2f", "x"]) {
      expect((await browser.call(`/admin/accounts/${id}`)).status).toBe(404);
    }
  });
});

describe("given an operator who suspends an account", () => {
  test("without a ticked box, without the page's own secret, or without a session nothing is done", async () => {
    const browser = await operator().signIn();
    const page = await pageOf(browser, bob);
    expect(await browser.press(`${page}/suspended`)).toContain("Nothing was done");
    const form = { sure: "yes", csrf: await (await operator().signIn()).csrf() };
    expect((await browser.call(`${page}/suspended`, form)).status).toBe(403);
    expect((await operator().call(`${page}/suspended`, form)).headers.get("location")).toBe("/admin/sign-in");
    expect((await browser.call(page)).body).not.toContain("Suspended since");
    const missing = "/admin/accounts/00000000-0000-4000-8000-000000000000/suspended";
    expect((await browser.call(missing, { sure: "yes", csrf: await browser.csrf() })).headers.get("location")).toMatch(
      /said=missing$/,
    );
  });

  test("its sessions, tokens, feeds, shared pages, live streams and mail stop within moments; resumed, all of it works", async () => {
    const email = "carla@people.example";
    const carla = await signIn(instance, email);
    const inBrowser = await new Browser(instance).signIn(email);
    await carla.json("POST", "/api/links/", { url: "https://people.example/carla" });
    const { token } = await carla.json<{ token: string }>("POST", "/api/users/me/tokens", {
      name: "App",
      scopes: ["read"],
    });
    const app = new Client(instance.url, token);
    const { url: feed } = await carla.json<{ url: string }>("POST", "/api/users/me/feeds", {
      name: "All",
      source: { kind: "all" },
      full_text: false,
    });
    const folder = await carla.json<{ id: number }>("POST", "/api/folders/", { name: "Shared" });
    const share = await carla.json<{ url: string }>("POST", "/api/users/me/shares", {
      source: { kind: "folder", folder_id: folder.id },
    });
    const statusOf = async (address: string): Promise<number> =>
      (await fetch(new URL(new URL(address).pathname, instance.url))).status;
    const opds = async (): Promise<number> =>
      (await fetch(`${instance.url}/opds`, { headers: { authorization: `Basic ${btoa(`x:${token}`)}` } })).status;
    const all = async (): Promise<unknown[]> => [
      (await carla.call("GET", "/api/links/")).status,
      await inBrowser.isIn(),
      (await app.call("GET", "/api/links/")).status,
      await statusOf(feed),
      await statusOf(share.url),
      await opds(),
    ];
    await eventually(async () => expect(await all()).toEqual([200, true, 200, 200, 200, 200]));
    const stream = await follow(instance.url, { authorization: `Bearer ${carla.token}` });
    let isCut = false;
    void stream.ended.finally(() => (isCut = true)).catch(() => undefined);
    const link = { from: email, subject: "A link", text: "https://people.example/mailed" };
    await sendMail(instance, link);

    const browser = await operator().signIn();
    const page = await pageOf(browser, email);
    expect(await browser.press(`${page}/suspended`, { sure: "yes" })).toContain("This account is suspended.");
    expect((await browser.call(page)).body).toContain("Suspended since");

    await eventually(async () => expect([isCut, ...(await all())]).toEqual([true, 401, false, 401, 404, 404, 401]));
    await expect(sendMail(instance, { ...link, text: "https://people.example/refused" })).rejects.toThrow(/550/);
    const stranger = new Browser(instance);
    const code = await stranger.askForCode(email, "/api/auth/resend-code");
    expect(await stranger.call("POST", "/api/auth/verify-email", { email, code })).toMatchObject({
      status: 403,
      body: { detail: texts.login.suspended },
    });
    expect(stranger.cookies.size).toBe(0);

    expect(await browser.press(`${page}/resumed`, { sure: "yes" })).toContain("open again");
    const back = await new Browser(instance).signIn(email);
    expect((await back.call("GET", "/api/links/")).body).toMatchObject({ total: 2 });
    // A refused secret is asked about once a minute.
    await eventually(async () => expect((await all()).slice(2)).toEqual([200, 200, 200, 200]), { timeout: 120_000 });
    await sendMail(instance, { ...link, text: "https://people.example/again" });
  });
});
