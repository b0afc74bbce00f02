import { laterTexts, texts } from "@satchel/contracts";
import { request } from "node:http";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const HEADER = { TRUSTED_HEADER: "Remote-Email", TRUSTED_HEADER_PROXIES: "127.0.0.1/32, ::1" };
const system = await startTestSystem({ env: HEADER });

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookie: string;
}

/** A call through the proxy. Node's own client, because `fetch` joins headers of the same name. */
const call = (method: string, path: string, headers: Record<string, string | string[]>, url = system.url) =>
  new Promise<Answer>((resolve, reject) => {
    const asked = request(new URL(path, url), { method, headers: { "sec-fetch-site": "same-origin", ...headers } });
    asked.on("response", (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => {
        const cookie = (answer.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as Record<string, unknown>, cookie });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
const enter = (headers: Record<string, string | string[]>, url?: string) =>
  call("POST", "/api/auth/proxy", headers, url);
const meOf = async (cookie: string) => (await call("GET", "/api/users/me", { cookie })).body["sender_emails"];

test("given a trusted proxy that names somebody, then they are signed in; with an account of before, to that one", async () => {
  const anna = await system.signIn("anna@example.org");
  const { status, body, cookie } = await enter({ "remote-email": " Anna@Example.org " });
  expect([status, body]).toEqual([200, { status: "begun" }]);
  const own = await (await anna.call("GET", "/api/users/me")).json();
  expect((await call("GET", "/api/users/me", { cookie })).body).toEqual(own);
  expect((await enter({ "remote-email": "new@example.org" })).body).toEqual({ status: "begun" });
  // Who is here already stays, in the same session.
  expect(await enter({ "remote-email": "anna@example.org", cookie })).toMatchObject({
    body: { status: "here" },
    cookie: "",
  });
});

test("given it names somebody else by now, then the session ends at the next opening of the page, and theirs begins", async () => {
  const { cookie } = await enter({ "remote-email": "carl@example.org" });
  const status = (named: string) => call("GET", "/api/users/me/status", { cookie, "remote-email": named });
  expect((await status("carl@example.org")).body).toMatchObject({ authenticated: true });
  expect((await status("dora@example.org")).body).toMatchObject({ authenticated: false });
  expect((await call("GET", "/api/users/me", { cookie })).status).toBe(401);

  const again = await enter({ "remote-email": "carl@example.org" });
  const other = await enter({ "remote-email": "dora@example.org", cookie: again.cookie });
  expect(await meOf(other.cookie)).toMatchObject([{ email: "dora@example.org" }]);
  expect((await call("GET", "/api/users/me", { cookie: again.cookie })).status).toBe(401);
});

test.each<[string, string | string[]]>([
  ["two addresses", ["anna@example.org", "bert@example.org"]],
  ["a list", "anna@example.org, bert@example.org"],
  ["no address", "anna"],
  ["an address in brackets", "Anna <anna@example.org>"],
])("given %s in the header, then it is refused in words", async (_, value) => {
  const { status, body, cookie } = await enter({ "remote-email": value });
  expect([status, body, cookie]).toEqual([400, { detail: laterTexts.sso.header }, ""]);
});

test("given no header, an empty one, or one from elsewhere, then nobody is signed in, whatever other headers say", async () => {
  const none = { body: { status: "none" }, cookie: "" };
  expect(await enter({})).toMatchObject(none);
  expect(await enter({ "remote-email": "" })).toMatchObject(none);
  const elsewhere = await system.startAnother({ ...HEADER, TRUSTED_HEADER_PROXIES: "10.0.0.0/8, 192.0.2.7" });
  const forged = { "remote-email": "anna@example.org", "x-forwarded-for": "10.0.0.1", forwarded: "for=10.0.0.1" };
  expect(await enter(forged, elsewhere)).toMatchObject(none);
  const off = await system.startAnother({ TRUSTED_HEADER: "", TRUSTED_HEADER_PROXIES: "" });
  expect(await enter({ "remote-email": "anna@example.org" }, off)).toMatchObject(none);
});

test("given another site makes the call, then it is refused", async () => {
  const forged = { "remote-email": "anna@example.org", "sec-fetch-site": "cross-site" };
  expect((await enter(forged)).body).toEqual({ detail: texts.session.forged });
});
