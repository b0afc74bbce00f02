import { eventually, freePort } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { texts } from "@satchel/contracts";
import { Browser } from "../test/browser.ts";
import { Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";
import { mailsTo } from "../test/mailbox.ts";
import { Operator } from "../test/operator.ts";

const TOKEN = "a-token-for-the-operator-of-this-test";
const [ada, bob, carla] = ["ada@people.example", "bob_b@people.example", "carla@people.example"];

let instance: Instance;
let admin: string;
let ofAda: Client;

const operator = (): Operator => new Operator(admin, TOKEN);

/** The address of an account's page. */
async function pageOf(browser: Operator, email: string): Promise<string> {
  const { body } = await browser.call(`/admin/accounts?${new URLSearchParams({ search: email }).toString()}`);
  return /href="(\/admin\/accounts\/[\da-f-]{36})"/.exec(body)?.[1] ?? "none";
}

const invite = async (browser: Operator, email: string, language = "en"): Promise<string> =>
  browser.press("/admin/invitations/invite", { email, language });

beforeAll(async () => {
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  instance = await startInstance({ ADMIN_TOKEN: TOKEN, ADMIN_PORT: String(port), REGISTRATION: "invited" });
  const browser = await operator().signIn();
  for (const email of [ada, bob, carla]) await invite(browser, email);
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
      expect(body).toMatch(new RegExp(`<bdi>${ada}</bdi></a></th>.*data-label="Links">1</td>`));
      expect(body).toMatch(new RegExp(`<bdi>${bob}</bdi></a></th>.*data-label="Links">0</td>`));
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
      return body.match(/href="\/admin\/accounts\/[\da-f-]{36}"/g)?.length ?? 0;
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
    const email = carla;
    const owner = await signIn(instance, email);
    const inBrowser = await new Browser(instance).signIn(email);
    await owner.json("POST", "/api/links/", { url: "https://people.example/carla" });
    const { token } = await owner.json<{ token: string }>("POST", "/api/users/me/tokens", {
      name: "App",
      scopes: ["read"],
    });
    const app = new Client(instance.url, token);
    const { atom_url: feed } = await owner.json<{ atom_url: string }>("POST", "/api/users/me/feeds", {
      name: "All",
      source: { kind: "all" },
      full_text: false,
    });
    const folder = await owner.json<{ id: number }>("POST", "/api/folders/", { name: "Shared" });
    const share = await owner.json<{ url: string }>("POST", "/api/users/me/shares", {
      source: { kind: "folder", folder_id: folder.id },
    });
    const statusOf = async (address: string): Promise<number> =>
      (await fetch(new URL(new URL(address).pathname, instance.url))).status;
    const opds = async (): Promise<number> =>
      (await fetch(`${instance.url}/opds`, { headers: { authorization: `Basic ${btoa(`x:${token}`)}` } })).status;
    const all = async (): Promise<unknown[]> => [
      (await owner.call("GET", "/api/links/")).status,
      await inBrowser.isIn(),
      (await app.call("GET", "/api/links/")).status,
      await statusOf(feed),
      await statusOf(share.url),
      await opds(),
    ];
    await eventually(async () => expect(await all()).toEqual([200, true, 200, 200, 200, 200]));
    const stream = await owner.call("GET", "/api/events");
    let isCut = false;
    void stream
      .text()
      .catch(() => undefined)
      .finally(() => (isCut = true));
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
    expect((await back.call("GET", "/api/links/")).body).toHaveLength(2);
    await eventually(async () => expect((await all()).slice(2)).toEqual([200, 200, 200, 200]));
    await sendMail(instance, { ...link, text: "https://people.example/again" });
  });
});

describe("given an operator who invites", () => {
  test("an invited address makes an account, and no other does; an invitation that was taken back is none", async () => {
    const [invited, withdrawn, stranger] = ["dora@people.example", "emil@people.example", "fritz@people.example"];
    const browser = await operator().signIn();
    expect(await invite(browser, invited, "de")).toBe("The address is invited, and was mailed.");
    expect(await invite(browser, withdrawn)).toBe("The address is invited, and was mailed.");
    expect((await mailsTo(instance, invited)).map(({ subject }) => subject)).toEqual([
      `Du bist zu ${new URL(instance.url).host} eingeladen`,
    ]);
    const { body } = await browser.call("/admin/accounts");
    for (const email of [invited, withdrawn]) expect(body).toContain(`name="email" value="${email}"`);
    expect(await browser.press("/admin/invitations/withdraw", { email: withdrawn })).toBe(
      "The invitation is taken back.",
    );
    expect(await browser.press("/admin/invitations/withdraw", { email: withdrawn })).toContain("no such invitation");

    await new Browser(instance).signIn(invited);
    expect((await browser.call("/admin/accounts")).body).not.toContain(`name="email" value="${invited}"`);
    expect(await invite(browser, invited)).toBe("This address belongs to an account already.");
    const answers: unknown[] = [];
    for (const email of [withdrawn, stranger]) {
      const { status, body: answer } = await new Browser(instance).call("POST", "/api/auth/register", { email });
      answers.push([status, answer]);
      expect((await mailsTo(instance, email)).at(-1)?.subject).toBe("No Satchel account for this address");
    }
    expect(answers).toEqual(Array(2).fill([200, { status: "verification_sent" }]));
  });

  test("what is no address is not invited, and nobody invites without the page's own secret", async () => {
    const browser = await operator().signIn();
    for (const email of ["", "nobody", '"><script>@x.example', "x".repeat(2000)]) {
      expect(await invite(browser, email)).toBe("This is no email address.");
    }
    const form = { email: "gina@people.example", language: "en" };
    expect((await browser.call("/admin/invitations/invite", form)).status).toBe(403);
    expect((await operator().call("/admin/invitations/invite", form)).headers.get("location")).toBe("/admin/sign-in");
    expect(await mailsTo(instance, "gina@people.example")).toEqual([]);
  });
});

test("given an operator who changes a quota, then its owner sees it, and others have theirs", async () => {
  const browser = await operator().signIn();
  const page = await pageOf(browser, ada);
  const limit = async (client: Client): Promise<number> =>
    (await client.json<{ limit_bytes: number }>("GET", "/api/users/me/copies")).limit_bytes;
  const usual = await limit(ofAda);

  expect(await browser.press(`${page}/quota`, { gigabytes: "0.5" })).toBe("The quota is changed.");
  await eventually(async () => expect(await limit(ofAda)).toBe(2 ** 29));
  expect(await limit(await signIn(instance, bob))).toBe(usual);
  expect(await browser.press(`${page}/quota`, { gigabytes: "much" })).toContain("This is no quota");
  const nobody = "/admin/accounts/00000000-0000-4000-8000-000000000000/quota";
  const answer = await browser.call(nobody, { gigabytes: "1", csrf: await browser.csrf() });
  expect(answer.headers.get("location")).toMatch(/said=missing$/);
  expect(await browser.press(`${page}/quota`, { gigabytes: "" })).toBe("The quota is changed.");
  await eventually(async () => expect(await limit(ofAda)).toBe(usual));
});
