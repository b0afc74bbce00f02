import type { LinkFilters } from "@satchel/contracts";
import { expect, test } from "vitest";
import { api } from "../session/api.ts";
import { storeOver } from "../session/testStore.ts";
import { listsApi } from "./lists.api.ts";

/** A store over a server with these answers by path; the paths that were asked for, in order. */
function counting() {
  const asked: string[] = [];
  const store = storeOver(async (path) => {
    asked.push(path);
    const found = path.includes("q=");
    return Response.json(found ? { count: 4, at_least: true } : COUNTS);
  });
  const count = (filters: LinkFilters) =>
    store.dispatch(listsApi.endpoints.linkCount.initiate(filters) as never) as unknown as Promise<{ data: unknown }>;
  return { asked, store, count };
}

const COUNTS = { all: 9, favorites: 2, unvisited: 5, folders: { "7": 3 } };
const VIEWS: readonly LinkFilters[] = [
  {},
  { favorites_only: true },
  { unvisited_only: true },
  { folder_id: 7 },
  { folder_id: 8 },
];

test("views and folders that are counted in the same moment are one call, and so are their changes", async () => {
  const { asked, store, count } = counting();

  const answers = await Promise.all(VIEWS.map(count));

  expect(answers.map(({ data }) => data)).toEqual([9, 2, 5, 3, 0].map((each) => ({ count: each })));
  expect(asked).toEqual(["/api/links/counts"]);

  store.dispatch(api.util.invalidateTags(["Counts"]));
  await expect.poll(() => asked).toEqual(["/api/links/counts", "/api/links/counts"]);
});

test("a later count is a call of its own, as the numbers may have changed, and a search is counted by itself", async () => {
  const { asked, count } = counting();

  await count({});
  await count({ folder_id: 7 });
  expect((await count({ q: "bread" })).data).toEqual({ count: 4, at_least: true });

  expect(asked).toEqual(["/api/links/counts", "/api/links/counts", "/api/links/count?q=bread"]);
});
