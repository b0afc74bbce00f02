import { eventually, freePort } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, type Instance, signIn, startInstance } from "../test/instance.ts";
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
