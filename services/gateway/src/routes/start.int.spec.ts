import type { Folder, Link, Start } from "@satchel/contracts";
import { expect, test } from "vitest";
import { follow } from "../../test/event-source.ts";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();

const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;

test("the first answers are those of the single calls, and of one account", async () => {
  const anna = await system.signIn("anna@satchel.example");
  const bert = await system.signIn("bert@satchel.example");
  await json<Folder>(anna.call("POST", "/api/folders/", { name: "Bread" }));
  const ids: string[] = [];
  for (let n = 1; n <= 12; n++) {
    ids.push((await json<Link>(anna.call("POST", "/api/links/", { url: `https://example.org/${n}` }))).id);
  }
  await anna.call("PATCH", `/api/links/${ids[0]}`, { is_favorite: true });
  await anna.call("POST", `/api/links/${ids[1]}/visit`, {});

  const start = await json<Start>(anna.call("GET", "/api/start"));

  expect(start).toEqual({
    user: await json(anna.call("GET", "/api/users/me")),
    config: await json(anna.call("GET", "/api/config")),
    folders: await json(anna.call("GET", "/api/folders/")),
    counts: { all: { count: 12 }, unvisited: { count: 11 }, favorites: { count: 1 } },
    last_event_id: expect.any(String) as string,
  });
  expect(await json(bert.call("GET", "/api/start"))).toMatchObject({
    folders: [],
    counts: { all: { count: 0 } },
  });
});

test("a stream that continues from the first answers tells what came after them, and nothing before", async () => {
  const carl = await system.signIn("carl@satchel.example");
  await carl.call("POST", "/api/links/", { url: "https://example.org/before" });
  const { last_event_id: id = "" } = await json<Start>(carl.call("GET", "/api/start"));
  const after = await json<Link>(carl.call("POST", "/api/links/", { url: "https://example.org/after" }));

  const page = await follow(`${system.url}`, { cookie: carl.cookie, "last-event-id": id });

  await page.next((event) => event.type === "links" && event.ids.includes(after.id));
  const links = page.events.flatMap((event) => (event.type === "links" ? event.ids : []));
  expect(new Set(links)).toEqual(new Set([after.id]));
  expect(page.events.some(({ type }) => type === "hello")).toBe(false);
  page.close();
});

test("without a session there are none", async () => {
  expect((await fetch(`${system.url}/api/start`)).status).toBe(401);
});
