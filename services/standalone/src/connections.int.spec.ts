import {
  ACCESS_TOKEN_SECONDS,
  callerTexts,
  CONNECTION_CODE_SECONDS,
  type Link,
  type LinkHistoryEntry,
  operations,
  type Session,
  texts,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { Browser } from "../test/browser.ts";
import { Extension } from "../test/extension.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const browser = (headers: Record<string, string> = {}): Browser =>
  new Browser(instance, { "user-agent": FIREFOX, ...headers });
const extension = (): Extension => new Extension(instance);

let people = 0;
const somebody = (): string => `somebody${++people}@connections.example`;
const ended = { status: 401, body: { detail: texts.session.expired } };

const sessionsOf = async (owner: Browser): Promise<Session[]> =>
  ((await owner.call("GET", "/api/users/me/sessions")).body as { sessions: Session[] }).sessions;
const originsOf = async (owner: Browser, { id }: Pick<Link, "id">): Promise<(string | undefined)[]> => {
  const { body } = await owner.call("GET", `/api/links/${id}/history`);
  const { history } = body as { history: LinkHistoryEntry[] };
  return history.filter(({ what }) => what.startsWith("saved")).map(({ origin }) => origin?.kind);
};
const lookUp = (who: Browser | Extension, url: string) =>
  who.call("GET", `/api/links/lookup?${new URLSearchParams({ url })}`);

describe("given an owner who agreed", () => {
  test("when the extension exchanges the code, then it saves links under its own origin, and is listed by its name", async () => {
    const email = somebody();
    const owner = await browser().signIn(email);
    const chrome = extension();
    const asked = await owner.call("POST", "/api/auth/connections", { challenge: chrome.challenge, client: "chrome" });
    expect(asked).toMatchObject({ status: 201, body: { expires_in: CONNECTION_CODE_SECONDS } });
    const { code } = asked.body as { code: string };
    expect(code).toMatch(/^[\w-]{43}$/);

    const traded = await chrome.trade(code);

    expect(traded).toMatchObject({
      status: 200,
      body: { token_type: "bearer", expires_in: ACCESS_TOKEN_SECONDS, email },
    });
    expect(traded.headers.getSetCookie()).toEqual([]);
    const page = { url: "https://example.org/by-extension", suggested_title: "As the tab calls it" };
    const saved = await chrome.call("POST", "/api/links/", page);
    expect(saved).toMatchObject({ status: 201, body: { title: "As the tab calls it" } });
    expect(await originsOf(owner, saved.body as Link)).toEqual(["extension"]);
    expect((await sessionsOf(owner)).map(({ device }) => device).sort()).toEqual([
      "Chrome extension",
      "Firefox on Linux",
    ]);
    expect(await chrome.refresh()).toMatchObject({ status: 200, body: { token_type: "bearer", expires_in: 600 } });
    expect((await chrome.refresh()).headers.getSetCookie()).toEqual([]);
  });
});

describe("given a connected extension", () => {
  test.each<[string, (owner: Browser, chrome: Extension) => Promise<{ status: number }>]>([
    [
      "its session is ended under Security",
      async (owner) => {
        const session = (await sessionsOf(owner)).find(({ device }) => device === "Chrome extension");
        return owner.call("DELETE", `/api/users/me/sessions/${session?.id}`);
      },
    ],
    ["a password is set", (owner) => owner.call("POST", "/api/auth/set-password", { new_password: "correct horse" })],
    ["it signs out", (_, chrome) => chrome.call("POST", "/api/auth/logout")],
    ["the account is erased", (owner) => owner.call("DELETE", "/api/users/me")],
  ])("when %s, then neither its refresh token nor, within a second, its bearer opens anything", async (_, change) => {
    const owner = await browser().signIn(somebody());
    const chrome = await extension().connect(owner);
    expect((await chrome.call("GET", "/api/links/")).status).toBe(200);

    expect((await change(owner, chrome)).status).toBeLessThan(300);

    await eventually(async () => (await chrome.call("GET", "/api/links/")).status === 401);
    expect(await chrome.refresh()).toMatchObject(ended);
  });

  test("when it calls anything but the archive, then it is refused, and it can't connect another extension", async () => {
    const chrome = await extension().connect(await browser().signIn(somebody()));
    const outOfReach = { status: 403, body: { detail: callerTexts.outOfReach } };
    const apart = operations.filter(
      ({ access, path }) => access !== "public" && !/^\/api\/(links|folders|tags)\//.test(path),
    );
    expect(apart.length).toBeGreaterThan(15);

    for (const { method, path } of apart) {
      const target = path.replace(/:\w+/, "00000000-0000-4000-8000-000000000000");
      expect([method, path, await chrome.call(method, target)]).toMatchObject([method, path, outOfReach]);
    }
    expect((await chrome.call("GET", "/api/folders/")).status).toBe(200);
    expect((await chrome.call("GET", "/api/tags/")).status).toBe(200);
    expect((await chrome.call("GET", "/api/users/me/status")).body).toMatchObject({ authenticated: true });
  });
});

test("given the page, when it claims the extension's origin for a link, then the link has the page's origin", async () => {
  const owner = await browser().signIn(somebody());
  const body = { url: "https://example.org/by-page", origin: { kind: "extension" }, client_id: "extension" };

  const saved = await owner.call("POST", "/api/links/", body);

  expect(await originsOf(owner, saved.body as Link)).toEqual(["page"]);
});

test("given a saved link, when its address is looked up in any equivalent spelling, then it is found, by its owner only", async () => {
  const [owner, other] = [await browser().signIn(somebody()), await browser().signIn(somebody())];
  const chrome = await extension().connect(owner);
  const url = "https://example.org/kept?a=1";
  const { body } = await owner.call("POST", "/api/links/", { url, title: "Kept" });
  await chrome.call("POST", "/api/links/", { url, suggested_title: "As the tab calls it" });
  const { id } = body as Link;

  for (const spelling of [url, "HTTPS://Example.org:443/kept?a=1&utm_source=x#top"]) {
    expect(await lookUp(chrome, spelling)).toMatchObject({ status: 200, body: { link: { id, title: "Kept" } } });
    expect(await lookUp(other, spelling)).toMatchObject({ status: 200, body: { link: null } });
  }
  expect((await lookUp(chrome, "https://example.org/kept?a=2")).body).toEqual({ link: null });
  for (const none of ["about:blank", "javascript:alert(1)", "kept", `https://example.org/${"a".repeat(2048)}`]) {
    expect((await lookUp(chrome, none)).status).toBe(422);
  }
  await owner.call("DELETE", `/api/links/${id}`);
  expect((await lookUp(chrome, url)).body).toEqual({ link: null });
});

describe("given another site, an invalid client or a guesser", () => {
  test("when another site agrees, or somebody who is not signed in, then it is refused", async () => {
    const owner = await browser().signIn(somebody());
    const asked = { challenge: extension().challenge, client: "chrome" };
    for (const headers of [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" },
      { "sec-fetch-site": "none" },
    ]) {
      const forged = browser({ cookie: owner.cookieHeader, ...headers });
      expect(await forged.call("POST", "/api/auth/connections", asked)).toMatchObject({
        status: 403,
        body: { detail: texts.session.forged },
      });
    }
    expect((await browser().call("POST", "/api/auth/connections", asked)).status).toBe(401);
  });

  test("when the body has a wrong format, then it is 422, and the code is still valid", async () => {
    const owner = await browser().signIn(somebody());
    const chrome = extension();
    const code = await chrome.askFor(owner);
    const { verifier, challenge } = chrome;
    for (const body of [
      { code, verifier: "" },
      { code, verifier: verifier.slice(1) },
      { code, verifier: `${verifier.slice(1)}!` },
      { code, verifier: "a".repeat(129) },
      { code, verifier: [verifier] },
      { code: `${code}=`, verifier },
      { code: code.slice(1), verifier },
      { code: null, verifier },
      { verifier },
      { code },
    ]) {
      expect([body, (await chrome.call("POST", "/api/auth/connections/token", body)).status]).toEqual([body, 422]);
    }
    for (const body of [
      { challenge, client: "edge" },
      { challenge, client: "" },
      { challenge },
      { challenge: `${challenge}=`, client: "chrome" },
      { challenge: challenge.slice(1), client: "chrome" },
      { challenge: `${challenge.slice(1)} `, client: "chrome" },
      { challenge: 43, client: "firefox" },
      { client: "firefox" },
    ]) {
      expect([body, (await owner.call("POST", "/api/auth/connections", body)).status]).toEqual([body, 422]);
    }
    for (const refresh_token of ["", "a".repeat(501), 7, null, undefined]) {
      expect((await chrome.call("POST", "/api/auth/connections/refresh", { refresh_token })).status).toBe(422);
    }
    expect(await chrome.call("POST", "/api/auth/connections/refresh", { refresh_token: "a.b.c" })).toMatchObject(ended);

    expect((await chrome.trade(code)).status).toBe(200);
  });
});
