import type { Link } from "@satchel/contracts";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const anna = await system.signIn("anna@search.example");

const save = (path: string, title: string): Promise<Response> =>
  anna.call("POST", "/api/links/", { url: `https://example.org/${path}`, title });
const search = (q: string): Promise<Response> => anna.call("GET", `/api/links/?q=${q}`);
const titlesOf = async (answer: Response): Promise<(string | null)[]> =>
  ((await answer.json()) as Link[]).map(({ title }) => title);

test("given a link was just saved, when its owner searches for it, then it is found", async () => {
  for (let n = 0; n < 20; n++) {
    await save(`at-once/${n}`, `quince${n}`);
    const found = await search(`quince${n}`);
    expect(await titlesOf(found)).toEqual([`quince${n}`]);
    expect(found.headers.get("x-satchel-stale")).toBeNull();
  }
});

test("given a link, when its owner asks for related ones, then they come, and nobody else gets them", async () => {
  const first = (await (await save("related/1", "Lighthouses of Brittany")).json()) as Link;
  const second = (await (await save("related/2", "A lighthouse at night")).json()) as Link;
  await search("lighthouse");

  const answer = await anna.call("GET", `/api/links/${first.id}/related`);
  expect(((await answer.json()) as { links: Link[] }).links.map(({ id }) => id)).toEqual([second.id]);

  const bea = await system.signIn("bea@search.example");
  expect((await bea.call("GET", `/api/links/${first.id}/related`)).status).toBe(404);
  await anna.call("DELETE", `/api/links/${first.id}`);
  expect((await anna.call("GET", `/api/links/${first.id}/related`)).status).toBe(404);
});

test("given the search service is away, then links are saved and listed, and a search finds what it knows and says that it lags", async () => {
  await system.services.get("search")?.stop();
  await save("later", "medlar");

  const listed = await anna.call("GET", "/api/links/?size=1");
  expect(await titlesOf(listed)).toEqual(["medlar"]);
  expect(listed.headers.get("x-satchel-stale")).toBeNull();
  const lagging = await search("quince7");
  expect(await titlesOf(lagging)).toEqual(["quince7"]);
  expect(lagging.headers.get("x-satchel-stale")).toBe("1");
  const counted = await anna.call("GET", "/api/links/count?q=medlar");
  expect(await counted.json()).toEqual({ count: 0 });
  expect(counted.headers.get("x-satchel-stale")).toBe("1");
});
