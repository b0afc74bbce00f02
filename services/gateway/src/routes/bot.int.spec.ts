import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const { url } = await startTestSystem({
  services: false,
  env: { SAVE_ADDRESS: "save@satchel.example", SUPPORT_ADDRESS: "o'b&c@satchel.example" },
});

test("given an owner of a site found the fetcher's address in a log, then anybody can read there who comes and how to keep it away", async () => {
  const answer = await fetch(`${url}/bot`);
  const page = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page).toContain("How to keep it away");
  expect(page).toContain("So halten Sie ihn fern");
  expect(page).toContain("User-Agent");
  expect(page).toContain("Each of its processes, mostly a single one, opens at most two connections to a host");
  expect(page).toContain("Jeder seiner Prozesse, meist ein einziger, öffnet höchstens zwei Verbindungen");
});

test("the page has no script, lets none in, sets no cookie, and is in no index", async () => {
  const answer = await fetch(`${url}/bot`);
  const page = await answer.text();
  expect(page).not.toMatch(/<script|\son\w+=|style=/i);
  expect(page).toContain("b&amp;c@satchel.example");
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(answer.headers.get("content-security-policy")).not.toMatch(/script|unsafe/);
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect((await fetch(`${url}/bot/style.css`)).status).toBe(200);
});
