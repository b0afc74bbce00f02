import { EVENT_ID, type Link } from "@satchel/contracts";
import { expect, test } from "vitest";
import { follow } from "../../test/event-source.ts";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();

test("a stream that continues from a session's status tells what came after it, and nothing before", async () => {
  const carl = await system.signIn("carl@satchel.example");
  await carl.call("POST", "/api/links/", { url: "https://example.org/before" });
  const status = await carl.call("GET", "/api/users/me/status");
  const id = status.headers.get(EVENT_ID) ?? "";
  const after = (await (await carl.call("POST", "/api/links/", { url: "https://example.org/after" })).json()) as Link;

  const page = await follow(`${system.url}`, { cookie: carl.cookie, "last-event-id": id });

  await page.next((event) => event.type === "links" && event.ids.includes(after.id));
  const links = page.events.flatMap((event) => (event.type === "links" ? event.ids : []));
  expect(new Set(links)).toEqual(new Set([after.id]));
  expect(page.events.some(({ type }) => type === "hello")).toBe(false);
  page.close();
});

test("without a session the status names no event", async () => {
  const status = await fetch(`${system.url}/api/users/me/status`);

  expect([status.status, status.headers.get(EVENT_ID)]).toEqual([200, null]);
});
